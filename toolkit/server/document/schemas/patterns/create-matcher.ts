import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { RE2JS } from "re2js";
import { byUnits, re2Source, reversed } from "./re2-source.ts";
import { Unmatchable } from "./unmatchable.ts";

export interface Matcher {
  matches(text: string): boolean;
  /** The most RE2 steps per character of the text. */
  stepsPerCharacter: number;
}

type Flags = "" | "u";

const parser = new RegExpParser();

/**
 * Creates a matcher that takes time proportional to the text: JavaScript's RegExp for patterns that are
 * linear there, RE2 for the rest.
 * @param flags the flags to read the pattern with
 * @throws Unmatchable if neither is possible
 */
export function createMatcher(source: string, flags: Flags): Matcher {
  const pattern = parsed(source, flags);
  if (has(pattern, "Backreference"))
    throw new Unmatchable(
      "Back references take exponential time. Write out what they may repeat, as in `\"[^\"]*\"|'[^']*'`",
    );
  return matcherOf(pattern, flags);
}

function parsed(source: string, flags: Flags): AST.Pattern {
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: flags === "u" });
  } catch (error) {
    throw new Unmatchable(`It can't be read: ${(error as Error).message}`);
  }
}

function matcherOf(pattern: AST.Pattern, flags: Flags): Matcher {
  if (isLinear(pattern)) {
    const expression = new RegExp(pattern.raw, flags);
    return { matches: (text) => expression.test(text), stepsPerCharacter: 0 };
  }
  return withoutLookaheads(pattern, flags) ?? re2Matcher(pattern, flags);
}

/** `^(?=a)(?!b)c` matches if `^a` and `^c` match and `^b` doesn't. Each of these is simpler. */
function withoutLookaheads({ alternatives }: AST.Pattern, flags: Flags): Matcher | undefined {
  if (!alternatives.every(startsAtStart) || !alternatives.some((one) => isLookahead(one.elements[1]))) return;
  const matchers = alternatives.map(({ elements: [, ...elements] }) => {
    const isOther = (element: AST.Element) => !isLookahead(element);
    const count = elements.some(isOther) ? elements.findIndex(isOther) : elements.length;
    const conditions = elements.slice(0, count).filter(isLookahead);
    const rest = matcherOf(parsed(`^${raw(elements.slice(count))}`, flags), flags);
    return combined([...conditions.map((condition) => conditionMatcher(condition, flags)), rest], "every");
  });
  return combined(matchers, "some");
}

function conditionMatcher({ alternatives, negate }: AST.LookaheadAssertion, flags: Flags): Matcher {
  const anchored = alternatives.map(({ elements }) => `^${raw(elements)}`).join("|");
  const matcher = matcherOf(parsed(anchored, flags), flags);
  return negate ? { ...matcher, matches: (text) => !matcher.matches(text) } : matcher;
}

function combined(matchers: Matcher[], how: "every" | "some"): Matcher {
  return {
    matches: (text) => matchers[how](({ matches }) => matches(text)),
    stepsPerCharacter: matchers.reduce((sum, { stepsPerCharacter }) => sum + stepsPerCharacter, 0),
  };
}

function isLookahead(node: AST.Element | undefined): node is AST.LookaheadAssertion {
  return node?.type === "Assertion" && node.kind === "lookahead";
}

function raw(elements: AST.Element[]): string {
  return elements.map((element) => element.raw).join("");
}

function re2Matcher(pattern: AST.Pattern, flags: Flags): Matcher {
  const unicode = flags === "u";
  const isReversed = has(pattern, "lookahead");
  const expression = compiled(re2Source(pattern, { unicode, isReversed }));
  const readable = (text: string) => (unicode ? text : byUnits(text));
  return {
    matches: (text) => expression.test(isReversed ? reversed(readable(text)) : readable(text)),
    stepsPerCharacter: expression.programSize(),
  };
}

function compiled(source: string): RE2JS {
  try {
    return RE2JS.compile(source, RE2JS.LOOKBEHINDS);
  } catch (error) {
    throw new Unmatchable(`RE2 can't read it: ${(error as Error).message}`);
  }
}

function has(pattern: AST.Pattern, wanted: "Backreference" | "lookahead"): boolean {
  let found = false;
  visitRegExpAST(pattern, {
    onBackreferenceEnter: () => (found ||= wanted === "Backreference"),
    onAssertionEnter: ({ kind }) => (found ||= wanted === kind),
  });
  return found;
}

/** Each optional character doubles the ways to match. */
const maxOptional = 3;

/** The number of characters compared at each position where the repetition could end. */
const maxFixed = 100;

/**
 * Whether JavaScript's RegExp takes linear time: the pattern is a sequence of characters and classes, and at most one
 * repeats variably, only after `^`, as in `^[a-z0-9-]{1,40}$`.
 */
function isLinear({ alternatives }: AST.Pattern): boolean {
  const [sequence] = alternatives;
  if (!sequence || alternatives.length > 1) return false;
  let optional = 0;
  let variable = 0;
  let fixed = 0;
  for (const node of sequence.elements) {
    if (node.type === "Assertion" && (node.kind === "start" || node.kind === "end")) continue;
    const { element, min, max } = node.type === "Quantifier" ? node : { element: node, min: 1, max: 1 };
    if (!isSet(element)) return false;
    if (min === max) fixed += max;
    else if (max === 1) optional++;
    else variable++;
  }
  if (optional > maxOptional || fixed > maxFixed) return false;
  return variable === 0 || (variable === 1 && startsAtStart(sequence));
}

function startsAtStart({ elements: [first] }: AST.Alternative): boolean {
  return first?.type === "Assertion" && first.kind === "start";
}

function isSet({ type }: AST.Element): boolean {
  return type === "Character" || type === "CharacterSet" || type === "CharacterClass";
}
