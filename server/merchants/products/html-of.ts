const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A plain text as HTML: paragraphs at blank lines, and line breaks. */
export function htmlOf(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => paragraph.replaceAll(/[&<>]/g, (character) => entities[character] ?? character))
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
}
