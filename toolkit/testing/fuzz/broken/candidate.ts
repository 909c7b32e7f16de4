import type { Schema } from "@counterpart/server/document";
import type { ErrorObject } from "ajv";
import fc, { type Arbitrary } from "fast-check";
import { satisfying } from "../../samples/values/arbitraries.ts";
import type { Compiler } from "../../samples/values/compiler.ts";
import type { Flat, JsonType } from "../../samples/values/flat.ts";

/** A valid value, and a variant of it that violates one keyword of its schema. */
export interface Broken {
  valid: unknown;
  broken: unknown;
}

export interface Candidate {
  keyword: string;
  at: string;
  arbitrary: () => Arbitrary<Broken>;
}

/** A schema whose candidates are wanted. */
export interface Spot {
  compiler: Compiler;
  schema: Schema;
  flat: Flat;
  at: string;
  depth: number;
  /** Valid values. */
  whole: () => Arbitrary<unknown>;
  /** A candidate whose two values are unrelated. */
  unrelated: (keyword: string, broken: () => Arbitrary<unknown>) => Candidate;
  /** The candidates of a schema within this one. */
  inside: (schema: Schema, at: string) => Candidate[];
}

/** A candidate whose broken value is a change of the valid one. @param chance what else the change depends on */
export function change<Valid, Chance>(
  { keyword, at }: Pick<Candidate, "keyword" | "at">,
  valid: () => Arbitrary<Valid>,
  chance: () => Arbitrary<Chance>,
  broken: (valid: Valid, chance: Chance) => unknown,
): Candidate {
  const arbitrary = () =>
    fc.tuple(valid(), chance()).map(([one, other]) => ({ valid: one, broken: broken(one, other) }));
  return { keyword, at, arbitrary };
}

/** The candidates of a part, each put into whole values. */
export function inPart(
  compiler: Compiler,
  part: Schema,
  at: string,
  found: Candidate[],
  whole: (pair: () => Arbitrary<Broken>) => Arbitrary<Broken>,
): Candidate[] {
  return found.map((one) => {
    const inner = one.at === at ? brokenAlone(compiler, part, one) : one;
    return { ...inner, arbitrary: () => whole(inner.arbitrary) };
  });
}

/** Returns the schema itself if it is narrow enough already, to avoid compiling it again. */
export function narrowed(schema: Schema, types: JsonType[], to: Schema): Schema {
  return types.length === 1 && Object.keys(to).length === 1 ? schema : { allOf: [schema, to] };
}

/** Keywords that report an error besides those of their subschemas. */
const composite = ["oneOf", "anyOf", "if", "contains", "propertyNames", "discriminator"];

/** The violated keyword; undefined if there are several, or none. */
export function brokenKeyword(errors: ErrorObject[]): string | undefined {
  const around = errors.filter(({ keyword }) => composite.includes(keyword));
  const roots = errors.filter(
    (error) =>
      !around.some(
        (other) =>
          other !== error && isWithin(error, other) && !(around.includes(error) && isWithin(other, error)),
      ),
  );
  // Two parts of a schema may report the same error.
  const messages = new Set(
    roots.map(({ keyword, instancePath, params }) =>
      JSON.stringify([keyword, instancePath, params.missingProperty, params.additionalProperty]),
    ),
  );
  return messages.size === 1 ? roots[0]?.keyword : undefined;
}

function isWithin({ instancePath }: ErrorObject, around: ErrorObject): boolean {
  return instancePath === around.instancePath || instancePath.startsWith(`${around.instancePath}/`);
}

/**
 * Checks a broken part against its own schema first. Many keywords can't be broken alone, such as the length
 * of an enum member, and finding that out with whole values of a large schema takes a hundred times as long.
 */
function brokenAlone(compiler: Compiler, part: Schema, { keyword, at, arbitrary }: Candidate): Candidate {
  const isAlone = ({ broken }: { broken: unknown }) =>
    brokenKeyword(compiler.faults(part, broken)) === keyword;
  return { keyword, at, arbitrary: () => satisfying(arbitrary(), isAlone, `${at} ${keyword}`) };
}
