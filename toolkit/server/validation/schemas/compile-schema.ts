import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { getOrMake } from "../../document/get-or-make.ts";
import { own } from "../../document/own.ts";
import { escapePointerPart } from "../../document/references.ts";
import { type ClosedSchema, definitionOf } from "../../document/schemas/closed-schema.ts";
import { formats } from "../../document/schemas/formats.ts";
import { regExp } from "../../document/schemas/pattern-test.ts";
import { inWords } from "../request-faults.ts";
import { ajvMaker } from "./ajv-maker.ts";
import { createPartCompiler, type PartCompiler, type Validate } from "./part-compiler.ts";
import { createTranslation, type Translation } from "./translation.ts";

interface Compiler extends PartCompiler, Pick<Translation, "translate"> {}

/** Schemas of the same document share the validators of the definitions that they refer to. */
const compilers = new WeakMap<ClosedSchema["$defs"], Compiler>();

/** Compiles a schema by its documented meaning, without the server's additions such as defaults and dates. */
export function compileSchema({ $defs, ...schema }: ClosedSchema): Validate {
  const compiler = getOrMake(compilers, $defs, () => createCompiler($defs));
  return compiler.compile(compiler.translate(schema).schema);
}

function createCompiler($defs: ClosedSchema["$defs"]): Compiler {
  const targetOf = (ref: string) => own($defs, definitionOf(ref)) ?? {};
  const translation = createTranslation({
    targetOf,
    resolve: ({ $ref, ...schema }) => (typeof $ref === "string" ? targetOf($ref) : schema),
  });
  return {
    ...translation,
    ...createPartCompiler(ajvMaker(createPlainAjv(), "all"), { translation, reporting: "all" }),
  };
}

/** Joins the faults into one sentence, in the words of the server's errors. */
export function faultText(errors: ErrorObject[]): string {
  return errors
    .map((error) => `it${error.instancePath}${memberOf(error)} ${inWords(error.message ?? "")}`)
    .join(", ");
}

/** The property that is missing or not allowed. */
function memberOf({ params }: ErrorObject): string {
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return name === undefined ? "" : `/${escapePointerPart(String(name))}`;
}

/**
 * Creates an ajv for JSON Schema 2020-12 and its formats. ajv documents `dist/2020.js` for this; its main
 * entry supports draft-07.
 */
function createPlainAjv() {
  return new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    // The server reads invalid schemas leniently and reports them in its notes.
    validateSchema: false,
    ownProperties: true,
    formats,
    // Each schema checks few values, and optimizing its code takes as long as compiling it.
    code: { regExp, optimize: false },
  });
}
