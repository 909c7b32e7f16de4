import { CST, Lexer } from "yaml";

/** Tokens that the lexer inserts into the text. */
const markers = new Set(["doc-mode", "flow-error-end", "scalar"]);

/**
 * Indents each closing bracket at the start of a line by one more space. YAML requires such a bracket to be
 * further right than its collection's key, but many tools accept it in the same column.
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
