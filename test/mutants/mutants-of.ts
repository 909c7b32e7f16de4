import ts from "typescript-6";

/** One small change of a file, which a test should notice. */
export interface Mutant {
  line: number;
  from: string;
  to: string;
  /** The file's text with the change. */
  text: string;
}

const swapped: { [Operator in ts.SyntaxKind]?: string } = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.PlusToken]: "-",
  [ts.SyntaxKind.MinusToken]: "+",
  [ts.SyntaxKind.TrueKeyword]: "false",
  [ts.SyntaxKind.FalseKeyword]: "true",
};

/** All mutants of a file: other operators and booleans, negated conditions, and statements left out. */
export function mutantsOf(text: string): Mutant[] {
  const file = ts.createSourceFile("mutated.ts", text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, to: string): void => {
    const start = node.getStart(file);
    mutants.push({
      line: file.getLineAndCharacterOfPosition(start).line + 1,
      from: node.getText(file),
      to,
      text: text.slice(0, start) + to + text.slice(node.end),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    const other = swapped[node.kind];
    if (other !== undefined && !isSum(node)) replace(node, other);
    const condition = conditionOf(node);
    if (condition) replace(condition, `!(${condition.getText(file)})`);
    if (ts.isExpressionStatement(node)) replace(node, ";");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

/** Whether it is the `+` of texts, which `-` would make NaN: every test notices that. */
function isSum({ kind, parent }: ts.Node): boolean {
  return (
    kind === ts.SyntaxKind.PlusToken &&
    ts.isBinaryExpression(parent) &&
    [parent.left, parent.right].some((one) => ts.isStringLiteralLike(one) || ts.isTemplateExpression(one))
  );
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}
