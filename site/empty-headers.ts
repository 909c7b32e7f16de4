import type { MarkdownRenderer } from "vitepress";

/** Writes a header cell without text as an ordinary cell, since it is the header of nothing (axe: empty-table-header). */
export function emptyHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push("empty-headers", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "th_open" || tokens[index + 1]?.content !== "") continue;
      for (const cell of tokens.slice(index, index + 3)) if (cell.tag === "th") cell.tag = "td";
    }
  });
}
