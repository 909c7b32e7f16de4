/** A table in Markdown. */
export function markdownTable(head: unknown[], rows: unknown[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
