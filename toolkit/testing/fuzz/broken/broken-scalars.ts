import { isDeepStrictEqual } from "node:util";
import fc, { type Arbitrary } from "fast-check";
import { choice, ifReachable, Unreachable } from "../../samples/values/arbitraries.ts";
import type { JsonType } from "../../samples/values/flat.ts";
import { multiple } from "../../samples/values/make-numbers.ts";
import { matching } from "../../samples/values/matching.ts";
import { type Charset, character, formatted, misformatted, ofLength } from "../../samples/values/text.ts";
import type { Candidate, Spot } from "./candidate.ts";

const ofEachType: [JsonType, unknown[]][] = [
  ["null", [null]],
  ["boolean", [true, false]],
  ["integer", [1, 0, -1]],
  ["number", [1.5, 0.1]],
  ["string", ["text", "1", "", "true"]],
  ["array", [[], ["text"], [1]]],
  ["object", [{}, { value: 1 }]],
];

export function typeCandidates({ flat: { types, keywords }, unrelated, whole }: Spot): Candidate[] {
  const out: Candidate[] = [];
  if (types.length < ofEachType.length) {
    const wrong = ofEachType.filter(([type]) => !types.includes(type)).flatMap(([, values]) => values);
    const isNumber = (types.includes("integer") || types.includes("number")) && !types.includes("string");
    // Servers that convert types accept a number in quotes, or with letters behind it, if it is within bounds.
    const quoted = () =>
      fc
        .tuple(choice(fc.constant<unknown>(1), whole()), fc.constantFrom("", "x"))
        .map(([value, end]) => (typeof value === "number" ? `${value}${end}` : value));
    out.push(
      unrelated("type", () =>
        isNumber
          ? choice<unknown>({ weight: 2, arbitrary: quoted() }, fc.constantFrom(...wrong))
          : fc.constantFrom(...wrong),
      ),
    );
  }
  const members = "const" in keywords ? [keywords.const] : keywords.enum;
  if (Array.isArray(members)) {
    const near: unknown[] = members.flatMap((member: unknown): unknown[] =>
      typeof member === "string"
        ? [`${member}x`, member.toUpperCase(), ` ${member}`, ""]
        : typeof member === "number"
          ? [member + 1, -member - 1]
          : [],
    );
    const others = [...near, ...ofEachType.flatMap(([, values]) => values)].filter(
      (one) => !members.some((member) => isDeepStrictEqual(member, one)),
    );
    out.push(unrelated("const" in keywords ? "const" : "enum", () => fc.constantFrom(...others)));
  }
  return out;
}

export function numberCandidates({ flat: { keywords, types }, unrelated }: Spot): Candidate[] {
  const bounds = keywords as Record<string, number>;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = bounds;
  const step = multipleOf ?? 1;
  // Sums of decimal fractions aren't exact in binary.
  const rounded = (value: number) => (Number.isInteger(step) ? value : Number(value.toPrecision(15)));
  const beyond = (bound: number, sign: number, itself: boolean) =>
    choice(
      fc.constantFrom(...(itself ? [0] : []), step, 2 * step),
      fc.integer({ min: 1, max: 2 ** 31 }).map((steps) => multiple(step, steps)),
      ...(types.includes("number") ? [fc.constantFrom(0.01, 0.5)] : []),
      fc.constant(Math.max(0, 2 ** 53 - Math.abs(bound))),
    ).map((distance) => rounded(bound + sign * distance));
  const out: Candidate[] = [];
  if (minimum !== undefined) out.push(unrelated("minimum", () => beyond(minimum, -1, false)));
  if (maximum !== undefined) out.push(unrelated("maximum", () => beyond(maximum, 1, false)));
  if (exclusiveMinimum !== undefined)
    out.push(unrelated("exclusiveMinimum", () => beyond(exclusiveMinimum, -1, true)));
  if (exclusiveMaximum !== undefined)
    out.push(unrelated("exclusiveMaximum", () => beyond(exclusiveMaximum, 1, true)));
  if (multipleOf !== undefined) {
    const from =
      minimum ?? exclusiveMinimum ?? (maximum ?? exclusiveMaximum ?? 1000 * multipleOf) - 1000 * multipleOf;
    const off = fc.tuple(
      fc.integer({ min: 0, max: 1000 }),
      fc.constantFrom(0.5, 0.25, 1 / multipleOf, 2 / multipleOf),
    );
    out.push(
      unrelated("multipleOf", () =>
        off.map(([steps, part]) =>
          Number(((Math.ceil(from / multipleOf) + steps + part) * multipleOf).toPrecision(12)),
        ),
      ),
    );
  }
  return out;
}

export function textCandidates({ compiler: { charset }, flat, unrelated }: Spot): Candidate[] {
  const { keywords, patterns } = flat;
  const { minLength, maxLength } = keywords as Record<string, number>;
  const { format } = keywords as { format?: string };
  const out: Candidate[] = [];
  if (minLength !== undefined && minLength > 0) {
    out.push(unrelated("minLength", () => ofLength(0, minLength - 1, charset)));
  }
  if (maxLength !== undefined) out.push(unrelated("maxLength", () => tooLong(maxLength, patterns, charset)));
  if (patterns.length > 0) {
    const { min = 0, max = Infinity } = { min: minLength, max: maxLength };
    const any = () =>
      choice(ofLength(min, max, charset), ofLength(min, Math.max(min, Math.min(max, 40)), charset));
    const ofFormat = format === undefined ? undefined : formatted(format);
    out.push(unrelated("pattern", () => (ofFormat ? choice(ofFormat, any()) : any())));
  }
  if (format !== undefined) {
    const [pattern] = patterns;
    const ofPattern = () =>
      pattern === undefined
        ? undefined
        : ifReachable(() =>
            matching(pattern, { minLength: minLength ?? 0, maxLength: maxLength ?? Infinity }),
          );
    const any = () =>
      charset === "any" ? misformatted(format) : misformatted(format).map((text) => text.trim());
    out.push(unrelated("format", () => choice(...[any(), ofPattern()].filter((one) => one !== undefined))));
    if (format === "int32") out.push(unrelated("format", () => fc.constantFrom(2 ** 31, -(2 ** 31) - 1)));
  }
  return out;
}

/** The limit on the length of sent texts, since servers limit the size of requests. */
const longestText = 500_000;

function tooLong(maxLength: number, patterns: string[], charset: Charset): Arbitrary<string> {
  if (maxLength > longestText) throw new Unreachable("the text would be too long to be sent");
  const any = fc
    .tuple(character(charset), fc.integer({ min: 1, max: 5 }))
    .map(([unit, more]) => unit.repeat(maxLength + more));
  const [pattern] = patterns;
  if (pattern === undefined) return any;
  const fitting = ifReachable(() =>
    matching(pattern).map((text) => text.padEnd(maxLength + 1, text.at(-1) ?? "a")),
  );
  return fitting ? choice(fitting, any) : any;
}
