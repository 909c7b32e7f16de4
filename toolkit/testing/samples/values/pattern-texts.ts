import { codePointsOf } from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import { type AST, RegExpParser } from "@eslint-community/regexpp";
import fc, { type Arbitrary } from "fast-check";
import { choice, reachable, Unreachable } from "./arbitraries.ts";

/** How much longer than necessary texts usually are. */
const usualGrowth = 10;
const longest = 10_000;

/** The side of a sequence that grows first. */
type Side = "start" | "end";

interface Writing {
  unicode: boolean;
  side: Side;
}

/**
 * Texts of about the right length that match a pattern, except for its lookarounds, word boundaries and back
 * references. fast-check's own generator never ends for some patterns, such as `[^\s\S]`.
 */
export function patternTexts(
  { source, unicode }: RegExp,
  { minLength, maxLength }: { minLength: number; maxLength: number },
): Arbitrary<string> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode });
  const least = leastOf(pattern);
  const most = mostOf(pattern);
  const from = Math.max(least, minLength);
  const to = Math.min(most, maxLength);
  if (from > to || from > longest)
    throw new Unreachable(`no text matches ${source}${lengthText({ minLength, maxLength })}`);
  const made = new Map<string, Arbitrary<string>>();
  const ofLength = (length: number, side: Side) =>
    getOrMake(made, `${length} ${side}`, () => alternatives(pattern, length, { unicode, side }));
  // Fails now rather than for the first value.
  ofLength(from, "start");
  const sides = fc.constantFrom<Side[]>("start", "end");
  const lengths = choice(
    { weight: 3, arbitrary: fc.integer({ min: from, max: Math.min(to, from + usualGrowth) }) },
    { weight: 2, arbitrary: fc.constant(from) },
    { weight: 1, arbitrary: fc.constant(Math.min(to, from + longest / 100)) },
  );
  return fc.tuple(lengths, sides).chain(([length, side]) => ofLength(length, side));
}

/** Bounds as the end of a sentence; empty without any. */
export function lengthText({ minLength, maxLength }: { minLength: number; maxLength: number }): string {
  if (maxLength !== Infinity) return ` with ${minLength} to ${maxLength} characters`;
  return minLength > 0 ? ` with ${minLength} or more characters` : "";
}

/** @param length the wanted length, which may be missed by a few characters */
function alternatives(node: WithAlternatives, length: number, writing: Writing): Arbitrary<string> {
  const fitting = node.alternatives.filter((one) => leastOf(one) <= length && mostOf(one) >= length);
  const some = fitting.length > 0 ? fitting : node.alternatives;
  return choice(...reachable(some.map((one) => () => sequence(partsOf(one), length, writing))));
}

function sequence(parts: Part[], length: number, writing: Writing): Arbitrary<string> {
  let growth = length - sum(parts.map(leastOf));
  const lengths = parts.map(leastOf);
  const order = writing.side === "start" ? [...parts.keys()] : [...parts.keys()].reverse();
  for (const index of order) {
    const part = parts[index] as Part;
    const more = Math.max(0, Math.min(growth, mostOf(part) - leastOf(part)));
    lengths[index] = leastOf(part) + more;
    growth -= more;
  }
  const texts = parts.map((part, index) => element(part, lengths[index] ?? 0, writing));
  return fc.tuple(...texts).map((all) => all.join(""));
}

function element(node: Part, length: number, writing: Writing): Arbitrary<string> {
  switch (node.type) {
    case "Padding":
      return fc.string({ unit: character(printable), minLength: length, maxLength: length, size: "max" });
    case "Group":
    case "CapturingGroup":
      return alternatives(node, length, writing);
    case "Quantifier":
      return repeated(node, length, writing);
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return setCharacter(node, writing);
    default:
      return fc.constant("");
  }
}

function repeated({ element: inner, min, max }: AST.Quantifier, length: number, writing: Writing) {
  if (length === 0 && min === 0) return fc.constant("");
  const count = Math.max(min, Math.min(max, Math.ceil(length / Math.max(1, leastOf(inner)))));
  const one = element(inner, Math.max(leastOf(inner), Math.floor(length / Math.max(1, count))), writing);
  return fc.array(one, { minLength: count, maxLength: count, size: "max" }).map((all) => all.join(""));
}

type Range = [first: number, last: number];

const printable: Range[] = [[0x20, 0x7e]];

/** Prefers ASCII, which headers and terminals can carry. */
function setCharacter(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass,
  { unicode }: Writing,
): Arbitrary<string> {
  const ranges = codePointsOf(node, { unicode, ignoreCase: false, dotAll: false });
  const ascii = common(ranges, printable);
  const others = common(ranges, [
    [0, 0xd7ff],
    [0xe000, 0x10ffff],
  ]);
  if (others.length === 0) throw new Unreachable(`no character is in ${node.raw}`);
  if (ascii.length === 0) return character(others);
  const isListed = node.type === "CharacterClass" && !node.negate;
  return isListed
    ? choice({ weight: 6, arbitrary: character(ascii) }, { weight: 1, arbitrary: character(others) })
    : character(ascii);
}

function character(ranges: Range[]): Arbitrary<string> {
  const codes = ranges.map(([min, max]) => fc.integer({ min, max }));
  return choice(...codes).map((code) => String.fromCodePoint(code));
}

function common(some: Range[], others: Range[]): Range[] {
  return some.flatMap(([first, last]) =>
    others.flatMap(([from, to]): Range[] => {
      const [min, max] = [Math.max(first, from), Math.min(last, to)];
      return min <= max ? [[min, max]] : [];
    }),
  );
}

type WithAlternatives = AST.Pattern | AST.Group | AST.CapturingGroup;
type Part = AST.Element | { type: "Padding" };

/** The elements, and any text around them unless they are anchored. */
function partsOf({ elements, parent }: AST.Alternative): Part[] {
  if (parent.type !== "Pattern") return elements;
  const isAnchor = (node: AST.Element | undefined, kind: string) =>
    node?.type === "Assertion" && node.kind === kind;
  return [
    ...(isAnchor(elements[0], "start") ? [] : [{ type: "Padding" as const }]),
    ...elements,
    ...(isAnchor(elements.at(-1), "end") ? [] : [{ type: "Padding" as const }]),
  ];
}

function leastOf(node: Part | AST.Pattern | AST.Alternative): number {
  return lengthOf(node, Math.min);
}

function mostOf(node: Part | AST.Pattern | AST.Alternative): number {
  return lengthOf(node, Math.max);
}

/** The shortest or longest length, in characters. */
function lengthOf(node: Part | AST.Pattern | AST.Alternative, best: (...all: number[]) => number): number {
  switch (node.type) {
    case "Padding":
      return best(0, Infinity);
    case "Alternative":
      return sum(partsOf(node).map((one) => lengthOf(one, best)));
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return best(...node.alternatives.map((one) => lengthOf(one, best)));
    case "Quantifier": {
      const [count, one] = [best(node.min, node.max), lengthOf(node.element, best)];
      // Infinity × 0 isn't a number.
      return count === 0 || one === 0 ? 0 : count * one;
    }
    case "Assertion":
    case "Backreference":
      return 0;
    default:
      return 1;
  }
}

function sum(values: number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
