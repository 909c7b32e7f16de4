import {
  type ApiDocument,
  bodyByPlan,
  type ErrorFacts,
  type ErrorPlan,
  errorContent,
  examplesOf,
  type MediaType,
  planErrorBody,
  type Response,
  type Schema,
} from "@counterpart/server/document";
import { closeSchema } from "@counterpart/server/schemas";
import { compileSchema, type Validate } from "@counterpart/server/validation";
import { getOrMake } from "@counterpart/server/values";
import type { ErrorObject } from "ajv";
import { simplestAnswer } from "./sample-values.ts";

/** Error facts with short and long texts. */
const typicalFacts: ErrorFacts[] = [
  { status: 400, code: "X", message: "No.", requestId: "req_1" },
  {
    status: 429,
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "Invalid. ".repeat(30),
    requestId: "req_".padEnd(32, "a"),
  },
  {
    status: 400,
    code: "VALIDATION_ERROR",
    message: "Invalid request.",
    requestId: "req_1",
    details: [
      { in: "body", pointer: "/a/0", rule: "maximum", message: "must be <= 1" },
      { in: "query", name: "limit", rule: "type", message: "must be integer" },
    ],
  },
  { status: 404, code: "NOT_FOUND", message: "No such endpoint.", requestId: "req_1" },
];

/** After this many corrections, the sample replaces the whole body. */
const maxRounds = 8;

/**
 * Like `planErrorBody`, but checked against the schema. Invalid parts of the plan are replaced by those of an
 * example, or of a body generated from the schema.
 */
export function fittingErrorPlans(document: ApiDocument): (response: Response) => ErrorPlan {
  const validators = new Map<unknown, Validate>();
  function validatorOf(schema: Schema): Validate {
    const key = typeof schema.$ref === "string" ? schema.$ref : schema;
    return getOrMake(validators, key, () => compileSchema(closeSchema(document, schema, "response")));
  }

  return (response) => {
    const guess = planErrorBody(document, response);
    const { mediaType = "" } = errorContent(response);
    const content = response.content[mediaType];
    if (!content?.schema) return guess;
    const validate = validatorOf(content.schema);
    const faultsOf = (plan: ErrorPlan) => typicalFacts.flatMap((facts) => validate(bodyByPlan(plan, facts)));
    if (faultsOf(guess).length === 0) return guess;
    const sample = sampleOf(document, content, validate);
    if (sample === undefined) return guess;
    let plan = guess;
    for (let round = 0; round < maxRounds; round++) {
      const faults = faultsOf(plan);
      if (faults.length === 0) return plan;
      plan = faults.reduce((one, fault) => corrected(one, placeOf(fault), { fault, sample }), plan);
    }
    return { kind: "value", value: sample };
  };
}

function sampleOf(document: ApiDocument, content: MediaType, validate: Validate): unknown {
  const example = examplesOf(content).find((one) => validate(one).length === 0);
  if (example !== undefined) return example;
  return simplestAnswer(document, content.schema);
}

/** The place of a fault: the missing or additional property, otherwise the place in the error. */
function placeOf({ instancePath, params }: ErrorObject): string[] {
  const place = instancePath.split("/").slice(1);
  const { missingProperty, additionalProperty, unevaluatedProperty } = params;
  return [...place, ...[missingProperty ?? additionalProperty ?? unevaluatedProperty ?? []].flat()];
}

interface Correction {
  fault: ErrorObject;
  /** A valid body. */
  sample: unknown;
}

/** The plan with one of the schema's enum values at a place, or else with the sample's value there. */
function corrected(plan: ErrorPlan, place: string[], { fault, sample }: Correction): ErrorPlan {
  const listed: unknown[] | undefined = fault.keyword === "enum" ? fault.params.allowedValues : undefined;
  return (listed && narrowed(plan, place, listed)) ?? pinned(plan, place, sample);
}

/** The plan with a text restricted to the given values; undefined without a text or a possible value. */
function narrowed(plan: ErrorPlan, [key, ...rest]: string[], values: unknown[]): ErrorPlan | undefined {
  if (key === undefined) {
    if (plan.kind === "text") return { kind: "choice", values, text: plan.text };
    const both = plan.kind === "choice" ? plan.values.filter((value) => values.includes(value)) : [];
    return plan.kind === "choice" && both.length > 0 ? { ...plan, values: both } : undefined;
  }
  if (plan.kind !== "object") return undefined;
  const own = plan.members.find(([name]) => name === key)?.[1];
  const inner = own && narrowed(own, rest, values);
  return (
    inner && { kind: "object", members: plan.members.map((one) => (one[0] === key ? [key, inner] : one)) }
  );
}

/** The plan with the sample's value at a place, or without the place if the sample doesn't have it. */
function pinned(plan: ErrorPlan, [key, ...rest]: string[], sample: unknown): ErrorPlan {
  if (key === undefined) return { kind: "value", value: sample };
  // An example's details describe the faults of another request.
  if (plan.kind === "details") return { kind: "details", fields: [], others: [] };
  const inner = member(sample, key);
  if (plan.kind === "array") {
    const items = plan.items.map((item, index) => (String(index) === key ? pinned(item, rest, inner) : item));
    return inner === undefined ? { kind: "value", value: sample } : { kind: "array", items };
  }
  if (plan.kind !== "object") return plan.kind === "value" ? plan : { kind: "value", value: sample };
  const others = plan.members.filter(([name]) => name !== key);
  const own = plan.members.find(([name]) => name === key)?.[1];
  if (inner === undefined) return { kind: "object", members: others };
  return {
    kind: "object",
    members: [...others, [key, own ? pinned(own, rest, inner) : { kind: "value", value: inner }]],
  };
}

function member(value: unknown, key: string): unknown {
  return value !== null && typeof value === "object" ? Reflect.get(value, key) : undefined;
}
