import type { AST } from "@eslint-community/regexpp";

/** Each optional character doubles the ways to match. */
const maxOptional = 3;

/** The number of characters compared at each position where the repetition could end. */
const maxFixed = 100;

/**
 * Whether JavaScript's RegExp takes linear time: the pattern is a sequence of characters and classes, and at most one
 * repeats variably, only after `^`, as in `^[a-z0-9-]{1,40}$`.
 */
export function isLinear({ alternatives }: AST.Pattern): boolean {
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

export function startsAtStart({ elements: [first] }: AST.Alternative): boolean {
  return first?.type === "Assertion" && first.kind === "start";
}

function isSet({ type }: AST.Element): boolean {
  return type === "Character" || type === "CharacterSet" || type === "CharacterClass";
}
