import type { Package } from "./layers.ts";

const start = "<!-- Drawn from scripts/imports/layers.ts by `npm run draw:imports`. -->";
const end = "<!-- End of the drawing. -->";

/** Updates the drawing between its marks in a Markdown file's text. */
export function withDrawing(text: string, packages: Package[]): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error("The marks of the drawing are missing.");
  const drawings = packages.filter(({ layers }) => layers.length > 0).map(drawingOf);
  return `${text.slice(0, from)}${start}\n\n${drawings.join("\n\n")}\n\n${text.slice(to)}`;
}

/** A box per layer, the highest on top. */
function drawingOf({ folder, what, layers }: Package): string {
  const rows = ["composition: the files beside the folders", ...layers.map(rowOf).reverse()];
  const width = Math.max(...rows.map(({ length }) => length));
  const line = (left: string, middle: string, right: string) => `${left}${middle.repeat(width + 2)}${right}`;
  const boxes = rows.map((row) => `│ ${row.padEnd(width)} │`).join(`\n${line("├", "─", "┤")}\n`);
  return `\`${folder}/\`, ${what}:\n\n\`\`\`\n${line("┌", "─", "┐")}\n${boxes}\n${line("└", "─", "┘")}\n\`\`\``;
}

function rowOf(layer: string[]): string {
  return layer.map((member) => (member.endsWith(".ts") ? member : `${member}/`)).join("  ");
}
