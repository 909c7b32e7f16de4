import { readFileSync } from "node:fs";
import { formats } from "@counterpart/server/schemas";
import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

/** A value that violates the contract: its place, such as `/theme/fontBody`, and the message. */
export interface Mismatch {
  at: string;
  what: string;
}

interface Contract {
  components: { schemas: Record<string, { properties?: object }> };
}

/** Loaded on the first check: most commands don't need it. */
let loaded: { contract: Contract; ajv: Ajv2020.default } | undefined;

function load() {
  const contract: Contract = JSON.parse(
    readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
  );
  const ajv = new Ajv2020.default({ strict: false, allErrors: true, formats });
  ajv.addSchema(contract, "contract", undefined, false);
  return { contract, ajv };
}

/** Compiles a JSON Schema that may refer to the bundled document as `contract#/components/schemas/…`. */
export function compileAgainstContract<T>(schema: object): ValidateFunction<T> {
  loaded ??= load();
  return loaded.ajv.compile<T>(schema);
}

/** References to the fields of a contract schema, for use in another schema. */
export function fieldsOf(name: string): Record<string, { $ref: string }> {
  loaded ??= load();
  const fields = Object.keys(loaded.contract.components.schemas[name]?.properties ?? {});
  return Object.fromEntries(
    fields.map((field) => [field, { $ref: `contract#/components/schemas/${name}/properties/${field}` }]),
  );
}

/** One mismatch per place, worded from its first error. */
export function mismatches(errors: ErrorObject[] | null | undefined): Mismatch[] {
  const byPlace = new Map<string, Mismatch>();
  for (const error of errors ?? []) {
    const { at, what } = describe(error);
    if (!byPlace.has(at)) byPlace.set(at, { at, what });
  }
  return [...byPlace.values()];
}

const formatMessages: Record<string, string> = {
  email: "isn't an email address",
  uri: "isn't a full URL such as https://example.com/a.jpg",
};

const patternMessages: Record<string, string> = {
  "^txcd_[0-9]{8}$": "must look like txcd_35010000",
};

function describe({ instancePath: at, keyword, params, message }: ErrorObject): Mismatch {
  switch (keyword) {
    case "required":
      return { at: `${at}/${params.missingProperty}`, what: "is missing" };
    case "additionalProperties":
      return { at: `${at}/${params.additionalProperty}`, what: "is an unknown field" };
    case "minLength":
      return { at, what: params.limit === 1 ? "is empty" : `is shorter than ${params.limit} characters` };
    case "maxLength":
      return { at, what: `is longer than ${params.limit} characters` };
    case "minimum":
      return { at, what: `is less than ${params.limit}` };
    case "maximum":
      return { at, what: `is more than ${params.limit}` };
    case "maxItems":
      return { at, what: `has more than ${params.limit} entries` };
    case "type":
      return { at, what: `must be of type ${[params.type].flat().join(" or ")}` };
    case "enum":
      return { at, what: `must be one of ${params.allowedValues.map(String).join(", ")}` };
    case "format":
      return { at, what: formatMessages[params.format] ?? `isn't a ${params.format}` };
    case "pattern":
      return { at, what: patternMessages[params.pattern] ?? `doesn't match ${params.pattern}` };
    default:
      return { at, what: message ?? "doesn't match the contract" };
  }
}
