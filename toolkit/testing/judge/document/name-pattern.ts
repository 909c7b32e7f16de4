import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

const parser = new RegExpParser();

/**
 * Whether names can be compared with a pattern of `patternProperties`, which the validator does with JavaScript's
 * own expressions: they need the flag `u`, and repetitions within repetitions may take years.
 */
export function isNamePattern(pattern: string): boolean {
  let isSafe = true;
  let depth = 0;
  const isVariable = ({ min, max }: AST.Quantifier) => max > 1 && min !== max;
  try {
    visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, { unicode: true }), {
      onQuantifierEnter(node) {
        if (isVariable(node) && ++depth > 1) isSafe = false;
      },
      onQuantifierLeave(node) {
        if (isVariable(node)) depth--;
      },
      onGroupEnter: ({ alternatives }) => refuseChoice(alternatives),
      onCapturingGroupEnter: ({ alternatives }) => refuseChoice(alternatives),
    });
    return isSafe;
  } catch {
    return false;
  }

  function refuseChoice(alternatives: AST.Alternative[]): void {
    if (depth > 0 && alternatives.length > 1) isSafe = false;
  }
}
