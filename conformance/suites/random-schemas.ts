import fc from "fast-check";
import type { RawDocument } from "../../toolkit/server/document/document.ts";
import { mapValues } from "../../toolkit/server/document/map-values.ts";
import { readDocument } from "../../toolkit/server/document/read-document.ts";
import { closeSchema } from "../../toolkit/server/document/schemas/closed-schema.ts";
import { ContractViolation } from "../../toolkit/server/validation/contract-violation.ts";
import { createValidators } from "../../toolkit/server/validation/operation-validator.ts";
import { compileSchema } from "../../toolkit/server/validation/schemas/compile-schema.ts";
import { foreignValidators, type Judge } from "../../toolkit/test/helpers/foreign-validators.ts";
import { first, type Pairs, randomPairs } from "../random-schemas/random-pairs.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

const valuesPerSchema = 5;

/** Repairs that change what a schema accepts, by a part of their note. */
const repairs = {
  "oneOf read as anyOf": "so it never fits exactly one; `oneOf` is read as `anyOf`",
  "enum ignored": "so no value could be valid; `enum` is ignored",
  "endless property optional": "would contain another one, endlessly, so it is read as optional",
};

/** In cfworker, `unevaluated…` counts what keywords beside the enclosing `then` or `allOf` evaluate, too. */
const foreignFault = "cfworker alone accepts what isn't evaluated";

/**
 * Random schemas and values. A pair passes if requests, responses and the checks of tests agree with two validators that
 * others wrote.
 */
export default async function run(): Promise<SuiteResult> {
  const pairs = Number(process.env.RANDOM_SCHEMA_PAIRS || 5000);
  const seed = Number(process.env.RANDOM_SCHEMA_SEED || 1);
  const known = new Map([...Object.keys(repairs), foreignFault].map((reason) => [reason, 0]));
  const property = fc.asyncProperty(randomPairs(valuesPerSchema), async (one) => {
    const found = await differences(one);
    for (const { reason } of found) if (reason) known.set(reason, (known.get(reason) ?? 0) + 1);
    return found.every(({ reason }) => reason !== undefined);
  });
  const { counterexample } = await fc.check(property, { seed, numRuns: Math.ceil(pairs / valuesPerSchema) });
  const counts = [...known].map(([reason, count]) => `- ${reason}: ${count}`).join("\n");
  return {
    suite: "Random schemas",
    version: `seed ${seed}`,
    cases: [
      ...reportedCases(),
      ...(counterexample ? [await smallestCase(counterexample[0])] : passedCases()),
    ],
    more: { title: "Random schemas", text: `${explanation(pairs, seed)}\n\n${counts}` },
  };

  function reportedCases(): Case[] {
    return Object.keys(repairs).map((name) => ({ name, outcome: "reported" }));
  }

  function passedCases(): Case[] {
    const reported = Object.keys(repairs).reduce((sum, repair) => sum + (known.get(repair) ?? 0), 0);
    return Array.from({ length: pairs - reported }, (_, n) => ({ name: `pair ${n + 1}`, outcome: "passed" }));
  }

  async function smallestCase(smallest: Pairs): Promise<Case> {
    const wrong = (await differences(smallest)).find(({ reason }) => reason === undefined);
    const detail = `RANDOM_SCHEMA_SEED=${seed}: ${JSON.stringify(wrong)}`;
    return { name: "the smallest pair of those that differ", outcome: "silently wrong", detail };
  }
}

function explanation(pairs: number, seed: number): string {
  return `${pairs} pairs of a schema and a value, made by seed ${seed}. Requests and responses of the server and the checks of
tests must agree with @hyperjump/json-schema and @cfworker/json-schema. Known differences, with their pairs:`;
}

/** The values on which the judges differ, with the reason if it is known. */
async function differences({ schemas, values }: Pairs) {
  const { document, judges: ours } = ourJudges(schemas);
  const { hyperjump, cfworker } = await foreignValidators(first, schemas);
  const { components } = document.root as unknown as { components: Pick<Pairs, "schemas"> };
  const ofRepaired = await foreignValidators(first, components.schemas);
  const repair = Object.entries(repairs).find(([, text]) =>
    document.notes.some(({ message }) => message.includes(text)),
  )?.[0];
  return values.flatMap((value) => {
    const verdicts = mapValues({ ...ours, hyperjump, cfworker }, (judge) => verdictOf(judge, value));
    const all = Object.values(verdicts);
    if (all.every((one) => one === all[0])) return [];
    const agreesWith = (judge: Judge) => Object.keys(ours).every((name) => verdicts[name] === judge(value));
    const isForeign = agreesWith(hyperjump) && verdicts.cfworker === true && hasUnevaluated(schemas);
    const known = isForeign ? foreignFault : agreesWith(ofRepaired.hyperjump) ? repair : undefined;
    return [{ schemas, value, verdicts, reason: known }];
  });
}

function hasUnevaluated(schemas: Pairs["schemas"]): boolean {
  return JSON.stringify(schemas).includes('"unevaluated');
}

/** A validator that throws agrees with none. */
function verdictOf(judge: Judge, value: unknown): boolean | string {
  try {
    return judge(value);
  } catch (error) {
    return String(error);
  }
}

const json = "application/json";

function ourJudges(schemas: Pairs["schemas"]) {
  const content = { [json]: { schema: first } };
  const send = {
    operationId: "send",
    requestBody: { required: true, content },
    responses: { 200: { description: "The value", content } },
  };
  const info = { title: "Random schemas", version: "1" };
  const raw = { openapi: "3.1.1", info, paths: { "/values": { post: send } }, components: { schemas } };
  const document = readDocument(structuredClone(raw) as RawDocument);
  const [operation] = document.operations;
  if (!operation) throw new Error(`No operation is left of ${JSON.stringify(schemas)}`);
  const { validateRequest, requestFaults, validateResponse } = createValidators(document)(operation);
  const validateInTests = compileSchema(closeSchema(document, first, "response"));
  const request = (value: unknown) => ({
    path: {},
    query: {},
    headers: {},
    cookies: {},
    body: structuredClone(value),
  });
  const judges: Record<string, Judge> = {
    request: (value) => validateRequest(request(value), json) === undefined,
    "faults of a request": (value) => requestFaults(request(value), json).length === 0,
    response: (value) => {
      try {
        validateResponse(200, json, structuredClone(value));
        return true;
      } catch (error) {
        if (error instanceof ContractViolation) return false;
        throw error;
      }
    },
    tests: (value) => validateInTests(value).length === 0,
  };
  return { document, judges };
}
