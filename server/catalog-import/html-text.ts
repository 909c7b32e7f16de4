import { compile, type FormatCallback } from "html-to-text";

/** UTF-16 units. Shopify keeps descriptions of up to 512 KB. */
const maxLength = 1024 * 1024;
/** Depth of nested elements. Conversion is recursive; text written by people stays far below this. */
const maxDepth = 100;
/** Cells per table; a spanning cell counts once per row and column. Layout time is quadratic in this. */
const maxCells = 1000;

/** HTML that would take too much time or stack. The message continues a sentence about its place: "nests …". */
export class UnreadableHtml extends Error {}

/** Marks where conversion stopped. Neither imported files nor HTML entities can contain it. */
const tooDeep = "\0";

/** Lays a table out in columns, unless it is too large for that. */
const boundedTable: FormatCallback = (table, walk, builder, options) => {
  if (cellsOf(table) > maxCells) throw new UnreadableHtml(`has a table of more than ${maxCells} cells`);
  // The package's types leave out its built-in formatters.
  const { formatters } = builder.options as { formatters?: Record<string, FormatCallback> };
  formatters?.dataTable?.(table, walk, builder, options);
};

interface Element {
  name?: string | undefined;
  attribs?: Record<string, string> | undefined;
  children?: Element[] | undefined;
}

function cellsOf({ children = [] }: Element): number {
  let cells = 0;
  for (const child of children) {
    const { name = "", attribs } = child;
    if (/^t[dh]$/.test(name)) cells += spanOf(attribs?.colspan) * spanOf(attribs?.rowspan);
    // A table within a cell is counted on its own.
    else if (name !== "table") cells += cellsOf(child);
  }
  return cells;
}

function spanOf(value: string | undefined): number {
  return Math.max(1, Number.parseInt(value ?? "1", 10) || 1);
}

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const options = {
  wordwrap: false as const,
  limits: { maxDepth, maxInputLength: maxLength, ellipsis: tooDeep },
  formatters: { boundedTable },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "ul", options: { itemPrefix: "• " } },
    { selector: "table", format: "boundedTable", options: { uppercaseHeaderCells: false } },
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ...["img", "hr", "style", "script", "iframe"].map((selector) => ({ selector, format: "skip" })),
  ],
};
const fromHtml = compile(options);
const fromText = compile({ ...options, preserveNewlines: true });

/**
 * The visible text of an HTML fragment, without markup and URLs; null when there is none. Runs in time proportional to
 * the fragment's length.
 * @throws UnreadableHtml when it is too long, nested too deeply, or has too large a table
 */
export function htmlText(html: string): string | null {
  if (html.length > maxLength)
    throw new UnreadableHtml(`is longer than ${maxLength >> 20} million characters`);
  if (nestsTooDeep(html)) throw tooDeeplyNested();
  // Text without any tag was typed as plain text, so its line breaks are intentional.
  const text = /<[a-z!/]/i.test(html) ? fromHtml(html) : fromText(html);
  if (text.includes(tooDeep)) throw tooDeeplyNested();
  const tidy = text
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .split("\n")
    // Not with a pattern such as / +$/, which is quadratic on a long run of spaces.
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return tidy === "" ? null : tidy;
}

function tooDeeplyNested(): UnreadableHtml {
  return new UnreadableHtml(`nests elements more than ${maxDepth} deep`);
}

/** The parser's time is quadratic in the depth, so deep nesting is rejected before parsing. */
function nestsTooDeep(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag = ""] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag.toLowerCase();
    if (slash) {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
    } else if (!neverOpen.has(name)) {
      while (closes[name]?.includes(open.at(-1) ?? "")) open.pop();
      // Elements that look open may be in a comment, or closed by an HTML rule that isn't implemented here.
      if (open.push(name) > 4 * maxDepth) return true;
    }
  }
  return false;
}

const neverOpen = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** The open elements that an element closes implicitly. */
const closes: Record<string, string[]> = {
  p: ["p"],
  li: ["p", "li"],
  dt: ["p", "dt", "dd"],
  dd: ["p", "dt", "dd"],
  td: ["p", "td", "th"],
  th: ["p", "td", "th"],
  tr: ["p", "td", "th", "tr"],
  option: ["option"],
};
