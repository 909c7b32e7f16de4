import { CST, Lexer } from "yaml";

/** Tokens that the lexer inserts between those of the text. */
const markers = new Set(["doc-mode", "flow-error-end", "scalar"]);

/**
 * YAML with a space more before each closing bracket that is the first on its line. YAML wants such a bracket further
 * right than the key of its collection, and many tools read it at the key's column too.
 */
export function indentClosings(text: string): string {
  let indented = "";
  let line = "";
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type !== null && markers.has(type)) continue;
    if ((type === "flow-map-end" || type === "flow-seq-end") && line.trim() === "") indented += " ";
    indented += token;
    line = type === "newline" ? "" : line + token;
  }
  return indented;
}
