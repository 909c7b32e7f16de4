import type { AST } from "@eslint-community/regexpp";
import { codePointsOf, type Range, type SetFlags } from "./code-points.ts";
import { Unmatchable } from "./unmatchable.ts";

interface Flags extends SetFlags {
  multiline: boolean;
  /** Whether the pattern is for reversed texts. */
  isReversed: boolean;
}

/** RE2's limit for a count, and for the product of nested counts. */
const maxCount = 1000;

/** Larger expressions take too much time and memory to compile. */
const maxSourceLength = 500_000;

/**
 * Translates a JavaScript pattern to RE2 syntax; each class becomes its code points. RE2 has no lookaheads,
 * but in a reversed pattern they become lookbehinds, which it supports.
 * @throws Unmatchable if RE2 has no equivalent
 */
export function re2Source(pattern: AST.Pattern, { unicode = true, isReversed = false }): string {
  return alternatives(pattern, { unicode, ignoreCase: false, dotAll: false, multiline: false, isReversed });
}

function alternatives(node: { alternatives: AST.Alternative[] }, flags: Flags): string {
  const written = node.alternatives.map(({ elements }) => {
    const parts = elements.map((element) => elementSource(element, flags));
    return (flags.isReversed ? parts.reverse() : parts).join("");
  });
  const source = `(?:${written.join("|")})`;
  if (source.length > maxSourceLength) throw tooLarge();
  return source;
}

function elementSource(node: AST.Element, flags: Flags): string {
  switch (node.type) {
    case "Group":
      return alternatives(node, withModifiers(node.modifiers, flags));
    case "CapturingGroup":
      return alternatives(node, flags);
    case "Quantifier":
      return repeated(node, elementSource(node.element, flags));
    case "Assertion":
      return assertion(node, flags);
    case "Backreference":
    case "ExpressionCharacterClass":
      throw new Unmatchable(`${node.raw} can't be matched in linear time`);
    default:
      return characterClass(codePointsOf(node, flags), flags);
  }
}

function withModifiers(modifiers: AST.Modifiers | null, flags: Flags): Flags {
  const is = (name: "ignoreCase" | "dotAll" | "multiline") =>
    (flags[name] || modifiers?.add[name] === true) && modifiers?.remove?.[name] !== true;
  return { ...flags, ignoreCase: is("ignoreCase"), dotAll: is("dotAll"), multiline: is("multiline") };
}

function assertion(node: AST.Assertion, flags: Flags): string {
  switch (node.kind) {
    case "start":
    case "end":
      if (flags.multiline)
        throw new Unmatchable("It uses the modifier `m` with `^` or `$`. Write out the line ends");
      return (node.kind === "start") === flags.isReversed ? "\\z" : "\\A";
    case "word":
      if (flags.ignoreCase)
        throw new Unmatchable("It uses the modifier `i` with `\\b`. Write both cases of each letter");
      return node.negate ? "\\B" : "\\b";
    default: {
      if ((node.kind === "lookahead") !== flags.isReversed) {
        throw new Unmatchable(
          "It has both lookaheads and lookbehinds, and not all lookaheads are behind `^` at its start. Write it without one kind",
        );
      }
      const inner = alternatives(node, flags);
      return `(?:(?<${node.negate ? "!" : "="}${inner}))`;
    }
  }
}

/** Splits a repetition to stay within RE2's limit: `x{0,1500}` becomes `x{0,1000}x{0,500}`. */
function repeated({ element, min, max }: AST.Quantifier, source: string): string {
  if (max === 0) return "(?:)";
  if (max === Infinity && min <= 1) return `(?:${source}${min === 0 ? "*" : "+"})`;
  const most = Math.max(1, Math.floor(maxCount / largestCount(element)));
  const fixed = parts(min, most).map((count) => `${source}{${count}}`);
  const more =
    max === Infinity ? [`${source}*`] : parts(max - min, most).map((count) => `${source}{0,${count}}`);
  if (source.length * (fixed.length + more.length) > maxSourceLength) throw tooLarge();
  return `(?:${[...fixed, ...more].join("")})`;
}

function parts(count: number, most: number): number[] {
  if (count / most > maxSourceLength) throw tooLarge();
  const whole = Array.from({ length: Math.floor(count / most) }, () => most);
  return count % most === 0 ? whole : [...whole, count % most];
}

/** The largest product of nested counts, as RE2 calculates it. */
function largestCount(node: AST.Element): number {
  if (node.type === "Quantifier") {
    const count = Math.max(node.min, node.max === Infinity ? 1 : node.max, 1);
    const inner = largestCount(node.element);
    return inner * Math.min(count, Math.max(1, Math.floor(maxCount / inner)));
  }
  if (!("alternatives" in node)) return 1;
  return Math.max(1, ...node.alternatives.flatMap(({ elements }) => elements).map(largestCount));
}

function tooLarge(): Unmatchable {
  return new Unmatchable("Its counts are too large. Use `maxLength` or smaller counts");
}

function characterClass(ranges: Range[], { unicode }: Flags): string {
  const wanted = unicode ? ranges : ranges.flatMap(withoutSurrogates);
  if (wanted.length === 0) return "[^\\x{0}-\\x{10ffff}]";
  const hex = (code: number) => `\\x{${code.toString(16)}}`;
  return `[${wanted.map(([first, last]) => `${hex(first)}-${hex(last)}`).join("")}]`;
}

/** Code units that are surrogates are moved here, so that a pair isn't read as one character. */
const surrogatesAt = 0x10000;

function withoutSurrogates([first, last]: Range): Range[] {
  const range = (from: number, to: number, by = 0): Range[] => (from > to ? [] : [[from + by, to + by]]);
  return [
    ...range(first, Math.min(last, 0xd7ff)),
    ...range(Math.max(first, 0xd800), Math.min(last, 0xdfff), surrogatesAt),
    ...range(Math.max(first, 0xe000), last),
  ];
}

/** Prepares a text for a pattern without the flag `u`. */
export function byUnits(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, (unit) => String.fromCodePoint(surrogatesAt + unit.charCodeAt(0)));
}

/**
 * Prepares a text for a reversed pattern. Lone surrogates become U+FFFD, so that reversing doesn't form a
 * pair.
 */
export function reversed(text: string): string {
  return [...text.toWellFormed()].reverse().join("");
}
