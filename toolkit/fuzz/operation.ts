import fc, { type Arbitrary } from "fast-check";
import type { ApiDocument, DocumentOperation, Parameter } from "../document/document.ts";
import type { KnownValues } from "../samples/known.ts";
import { sentParameters } from "../samples/parameter-text.ts";
import { choice } from "../samples/values/choice.ts";
import { ifReachable } from "../samples/values/satisfying.ts";
import { type CompiledBody, compileBody } from "./parts/compile-body.ts";
import { type CompiledParameter, compileParameter } from "./parts/compile-parameter.ts";

/** The values of a request, before anything is encoded. */
export interface Parts {
  /** By `query limit`; a parameter that isn't sent isn't there. */
  parameters: Record<string, unknown>;
  body?: { mediaType: string; value: unknown };
}

export interface CompiledOperation {
  operation: DocumentOperation;
  parameters: CompiledParameter[];
  bodies: CompiledBody[];
  /** Requests that are as documented. */
  valid: Arbitrary<Parts>;
  /** Each breaks one keyword in one place, as in `body/quantity maximum`. */
  negatives: { name: string; keyword: string; parameter?: Parameter; arbitrary: Arbitrary<Parts> }[];
  /** What can't be broken alone, or not be made. */
  skipped: string[];
}

/** A parameter's name among the parts. */
export function partName({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

/** Makes generators of an operation's requests. Throws Unreachable when no valid request can be made. */
export function compileOperation(
  document: ApiDocument,
  operation: DocumentOperation,
  known: KnownValues<never>,
): CompiledOperation {
  const skipped: string[] = [];
  const parameters = sentParameters(operation.parameters).flatMap((parameter) => {
    if (parameter.required || parameter.in === "path") return [compileParameter(document, parameter, known)];
    const compiled = ifReachable(() => compileParameter(document, parameter, known));
    if (!compiled) skipped.push(`${partName(parameter)}: nothing can be made for it`);
    return compiled ?? [];
  });
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([mediaType, content]) => {
    const compiled = ifReachable(() => compileBody(document, mediaType, content, known));
    if (!compiled) skipped.push(`body as ${mediaType}: nothing can be made for it`);
    return compiled ?? [];
  });
  const valid = validParts(parameters, bodies, operation.requestBody?.required === true);
  const negatives = [
    ...parameters.flatMap((compiled) => parameterNegatives(compiled, valid, skipped)),
    ...bodies.flatMap((compiled) => bodyNegatives(compiled, valid, bodies.length > 1, skipped)),
    ...(operation.requestBody?.required
      ? [
          {
            name: "body required",
            keyword: "required",
            arbitrary: valid.map(({ parameters }) => ({ parameters })),
          },
        ]
      : []),
  ];
  return { operation, parameters, bodies, valid, negatives, skipped };
}

function validParts(
  parameters: CompiledParameter[],
  bodies: CompiledBody[],
  isBodyRequired: boolean,
): Arbitrary<Parts> {
  const required = parameters.filter(({ parameter }) => parameter.required || parameter.in === "path");
  const values = fc.record(
    Object.fromEntries(parameters.map(({ parameter, values }) => [partName(parameter), values])),
    { requiredKeys: required.map(({ parameter }) => partName(parameter)), noNullPrototype: true },
  );
  const contents = bodies.map(({ mediaType, values }) => values.map((value) => ({ mediaType, value })));
  if (contents.length === 0) {
    if (isBodyRequired) throw new Error("No media type of the body can be made.");
    return values.map((one) => ({ parameters: one }));
  }
  const body = isBodyRequired
    ? choice(...contents)
    : choice({ weight: 4, arbitrary: choice(...contents) }, { weight: 1, arbitrary: fc.constant(undefined) });
  return fc
    .tuple(values, body)
    .map(([one, content]) => ({ parameters: one, ...(content && { body: content }) }));
}

function parameterNegatives(
  { parameter, negatives }: CompiledParameter,
  valid: Arbitrary<Parts>,
  skipped: string[],
): CompiledOperation["negatives"] {
  const name = partName(parameter);
  skipped.push(
    ...negatives.unreached.map(({ at, keyword }) => `${name}${at} ${keyword}: can't be broken alone`),
  );
  const out: CompiledOperation["negatives"] = negatives.reached.map(({ at, keyword, arbitrary }) => ({
    name: `${name}${at} ${keyword}`,
    keyword,
    parameter,
    arbitrary: fc.tuple(valid, arbitrary).map(([parts, { broken }]) => ({
      ...parts,
      parameters: { ...parts.parameters, [name]: broken },
    })),
  }));
  if (parameter.required && parameter.in !== "path") {
    out.push({
      name: `${name} required`,
      keyword: "required",
      parameter,
      arbitrary: valid.map(({ parameters: { [name]: _, ...parameters }, ...parts }) => ({
        ...parts,
        parameters,
      })),
    });
  }
  return out;
}

function bodyNegatives(
  { mediaType, negatives }: CompiledBody,
  valid: Arbitrary<Parts>,
  isOneOfSeveral: boolean,
  skipped: string[],
): CompiledOperation["negatives"] {
  const place = isOneOfSeveral ? `body as ${mediaType}: ` : "body";
  skipped.push(
    ...negatives.unreached.map(({ at, keyword }) => `${place}${at} ${keyword}: can't be broken alone`),
  );
  return negatives.reached.map(({ at, keyword, arbitrary }) => ({
    name: `${place}${at} ${keyword}`,
    keyword,
    arbitrary: fc.tuple(valid, arbitrary).map(([parts, { broken }]) => ({
      ...parts,
      body: { mediaType, value: broken },
    })),
  }));
}
