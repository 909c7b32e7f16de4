import type { ApiDocument, DocumentOperation, Parameter } from "@counterpart/server/document";
import fc, { type Arbitrary } from "fast-check";
import { Known, type KnownValues } from "../samples/known.ts";
import { sentParameters } from "../samples/parameter-text.ts";
import { choice, ifReachable, lazy, reasonAgainst, Unreachable } from "../samples/values/arbitraries.ts";
import { someProperties } from "../samples/values/optional-properties.ts";
import {
  type CompiledBody,
  type CompiledParameter,
  compileBody,
  compileParameter,
} from "./compiled-parts.ts";

/** The values of a request, before anything is encoded. */
export interface Parts {
  /** Keyed as in `query limit`; only those that are sent. */
  parameters: Record<string, unknown>;
  body?: { mediaType: string; value: unknown };
}

export interface CompiledOperation {
  operation: DocumentOperation;
  parameters: CompiledParameter[];
  bodies: CompiledBody[];
  /** Valid requests. */
  valid: Arbitrary<Parts>;
  /** Each violates one keyword in one place, as in `body/quantity maximum`. */
  negatives: { name: string; keyword: string; parameter?: Parameter; arbitrary: Arbitrary<Parts> }[];
  /** Optional parts that can't be generated; filled when the first request is generated. */
  skipped: Set<string>;
}

/** A parameter's key among the parts. */
export function partName({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

/** Whether an operation changes or replaces what its path addresses. */
export function isChange({ method }: DocumentOperation): boolean {
  return method === "put" || method === "patch";
}

/** Leaves out optional parameters, such as filters and conditions. */
export function withoutOptional({ parameters }: Pick<CompiledOperation, "parameters">, parts: Parts): Parts {
  const required = parameters
    .filter(({ parameter }) => parameter.required)
    .map(({ parameter }) => partName(parameter));
  return {
    ...parts,
    parameters: Object.fromEntries(
      Object.entries(parts.parameters).filter(([name]) => required.includes(name)),
    ),
  };
}

/** Restricts a parameter to the known values of its name. */
function onlyKnown(compiled: CompiledParameter, known: KnownValues<never>): CompiledParameter {
  const { name } = compiled.parameter;
  const values = () => fc.constantFrom(...(known[name] ?? []).map(({ label }) => new Known(name, label)));
  return { ...compiled, values, negatives: [] };
}

/**
 * Compiles request generators for an operation. They are built on first use, and then throw Unreachable if no
 * valid request can be generated or a keyword can't be violated alone.
 * @param onlyKnownPaths whether path parameters have known values only
 */
export function compileOperation(
  document: ApiDocument,
  operation: DocumentOperation,
  known: KnownValues<never>,
  { onlyKnownPaths = false }: { onlyKnownPaths?: boolean } = {},
): CompiledOperation {
  const skipped = new Set<string>();
  const parameters = sentParameters(operation.parameters).map((parameter) => {
    const compiled = compileParameter(document, parameter, known);
    return onlyKnownPaths && parameter.in === "path" ? onlyKnown(compiled, known) : compiled;
  });
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([mediaType, content]) =>
    compileBody(document, mediaType, content, known),
  );
  const isBodyRequired = operation.requestBody?.required === true;
  const valid = lazy(() => validParts(parameters, bodies, { isBodyRequired, skipped }));
  const negatives = [
    ...parameters.flatMap((compiled) => parameterNegatives(compiled, valid, parameters)),
    ...bodies.flatMap((compiled) => bodyNegatives(compiled, valid, bodies.length > 1)),
    ...(isBodyRequired
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
  { isBodyRequired, skipped }: { isBodyRequired: boolean; skipped: Set<string> },
): Arbitrary<Parts> {
  const required: Record<string, Arbitrary<unknown>> = {};
  const optional: [string, () => Arbitrary<unknown>][] = [];
  for (const { parameter, values } of parameters) {
    const name = partName(parameter);
    const isRequired = parameter.required || parameter.in === "path";
    const arbitrary = ifReachable(values);
    if (!arbitrary) {
      const reason = `${name}: ${isRequired ? reasonAgainst(values) : "no value can be generated"}`;
      skipped.add(reason);
      if (isRequired) throw new Unreachable(reason);
    } else if (isRequired) required[name] = arbitrary;
    else optional.push([name, () => arbitrary]);
  }
  // All of dozens of parameters would exceed the limit of a URL.
  const values = fc
    .tuple(fc.record(required, { noNullPrototype: true }), someProperties(optional, 0))
    .map(([needed, some]): Record<string, unknown> => ({ ...needed, ...Object.fromEntries(some) }));
  const reasons: string[] = [];
  const contents = bodies.flatMap(({ mediaType, values }) => {
    const arbitrary = ifReachable(values);
    if (!arbitrary) reasons.push(`body as ${mediaType}: ${reasonAgainst(values)}`);
    return arbitrary ? arbitrary.map((value) => ({ mediaType, value })) : [];
  });
  for (const reason of reasons) skipped.add(reason);
  if (contents.length === 0) {
    if (isBodyRequired) throw new Unreachable(reasons.join("; "));
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
  { parameter, hasDefault, negatives }: CompiledParameter,
  valid: Arbitrary<Parts>,
  all: CompiledParameter[],
): CompiledOperation["negatives"] {
  const name = partName(parameter);
  const others = all.flatMap((one) => (one.parameter === parameter ? [] : one.parameter));
  /** Drops other spread objects: the server would read their properties as this parameter's. */
  const apart = (values: Record<string, unknown>, value: unknown): Record<string, unknown> => {
    if (!isSpread(parameter, value)) return values;
    const mixed = new Set(others.filter((one) => isSpread(one, values[partName(one)])).map(partName));
    return Object.fromEntries(Object.entries(values).filter(([key]) => !mixed.has(key)));
  };
  const out: CompiledOperation["negatives"] = negatives.map(({ at, keyword, arbitrary }) => ({
    name: `${name}${at} ${keyword}`,
    keyword,
    parameter,
    arbitrary: fc.tuple(valid, lazy(arbitrary)).map(([parts, { broken }]) => ({
      ...parts,
      parameters: { ...apart(parts.parameters, broken), [name]: broken },
    })),
  }));
  if (parameter.required && !hasDefault && parameter.in !== "path") {
    out.push({
      name: `${name} required`,
      keyword: "required",
      parameter,
      arbitrary: valid.map(({ parameters: { [name]: value, ...parameters }, ...parts }) => ({
        ...parts,
        parameters: apart(parameters, value),
      })),
    });
  }
  return out;
}

/** Whether a value is sent as separate query parameters, without the parameter's name. */
function isSpread({ in: place, content, style = "form", explode }: Parameter, value: unknown): boolean {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  return (
    isObject &&
    !(value instanceof Known) &&
    place === "query" &&
    !content &&
    style === "form" &&
    explode !== false
  );
}

function bodyNegatives(
  { mediaType, negatives }: CompiledBody,
  valid: Arbitrary<Parts>,
  isOneOfSeveral: boolean,
): CompiledOperation["negatives"] {
  const place = isOneOfSeveral ? `body as ${mediaType}: ` : "body";
  return negatives.map(({ at, keyword, arbitrary }) => ({
    name: `${place}${at} ${keyword}`,
    keyword,
    arbitrary: fc.tuple(valid, lazy(arbitrary)).map(([parts, { broken }]) => ({
      ...parts,
      body: { mediaType, value: broken },
    })),
  }));
}
