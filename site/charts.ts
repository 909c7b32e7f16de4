import type { MarkdownRenderer } from "vitepress";
import { figureOf } from "./figure.ts";

type Tokens = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0]["tokens"];

/** Draws a bar behind each figure of a table's column of figures, as long as its share of the largest. */
export function charts(md: MarkdownRenderer, isCharted: (file: string) => boolean): void {
  md.core.ruler.push("charts", ({ tokens, env }) => {
    if (!isCharted(env.realPath ?? env.path)) return;
    for (const rows of tablesIn(tokens)) {
      const width = Math.max(0, ...rows.map((row) => row.length));
      for (let column = 1; column < width; column++) chart(rows.map((row) => row[column]));
    }
  });
}

interface Cell {
  open: Tokens[number];
  text: string;
}

function chart(cells: (Cell | undefined)[]): void {
  const figures = cells.map((cell) => (cell === undefined ? undefined : figureOf(cell.text)));
  const known = figures.filter((figure) => figure !== undefined);
  const largest = Math.max(0, ...known);
  // A column of mixed contents, or of one figure, isn't a chart.
  const isChart = known.length > 1 && cells.every((cell, n) => figures[n] !== undefined || isEmpty(cell));
  if (!isChart || largest === 0) return;
  for (const [n, cell] of cells.entries()) {
    const figure = figures[n];
    if (cell === undefined || figure === undefined) continue;
    cell.open.attrJoin("class", "figure");
    cell.open.attrSet("style", `--share: ${((100 * figure) / largest).toFixed(1)}%`);
  }
}

const isEmpty = (cell: Cell | undefined) => cell === undefined || /^[-–—]?$/.test(cell.text);

/** The cells of each table's body, by row. */
function tablesIn(tokens: Tokens): Cell[][][] {
  const tables: Cell[][][] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "tbody_open") tables.push([]);
    else if (token.type === "tr_open") tables.at(-1)?.push([]);
    else if (token.type === "td_open")
      tables
        .at(-1)
        ?.at(-1)
        ?.push({ open: token, text: tokens[index + 1]?.content ?? "" });
  }
  return tables;
}
