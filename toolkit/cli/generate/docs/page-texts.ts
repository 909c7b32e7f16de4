import type { ApiDocument, RawDocument } from "@counterpart/server/document";
import { operationAddress, sectionAddress } from "./page-sections.ts";

/** Members with values of the API, whose texts aren't Markdown. */
const values = new Set(["example", "examples", "default", "const", "enum", "x-codeSamples"]);

/**
 * Prepares the document's texts for the page. Makes each operation that a description names, as in `getPet`, a link to it. Links to sections, as Redoc addresses the
 * headings of a description (`#/section/errors`), lead to where the page has them.
 */
export function prepareTexts(document: ApiDocument, raw: RawDocument): void {
  const addresses = new Map(
    document.operations.flatMap((operation): [string, string][] => {
      const address = operationAddress(operation);
      return address === undefined ? [] : [[operation.operationId, address]];
    }),
  );
  const seen = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [name, value] of Object.entries(node)) {
      if (name === "description" && typeof value === "string") {
        Object.assign(node, { description: prepared(value, addresses) });
      } else if (!values.has(name)) visit(value);
    }
  };
  visit(raw);
}

/** @param addresses of operations, by operationId */
function prepared(markdown: string, addresses: Map<string, string>): string {
  // Code blocks and the texts of existing links stay as they are.
  return unwrapLines(markdown)
    .split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)|\[[^\]]*\]\([^)]*\))/m)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(/\]\(#\/?section\/([^)]*)\)$/, (_, title: string) => `](${sectionAddress(title)})`)
        : part.replaceAll(/(?<!`)`([\w.-]+)`(?!`)/g, (code, name: string) => {
            const address = addresses.get(name);
            return address === undefined ? code : `[${code}](${address})`;
          }),
    )
    .join("");
}

/** The beginning of a line that begins a block: a heading, list, quote, table, rule, element or code. */
const blockStart = /^\s*(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||[-=*_]{3,}\s*$|<|```|~~~|:::)/;

/** Writes each paragraph on one line, because Redoc's search joins the words around a line break. */
function unwrapLines(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const before = lines.at(-1);
    const [, mark] = /^\s*(```|~~~)/.exec(line) ?? [];
    const continues =
      fence === undefined && before !== undefined && before.trim() !== "" && line.trim() !== "";
    if (continues && canContinue(before) && !blockStart.test(line)) {
      lines[lines.length - 1] = `${before.trimEnd()} ${line.trim()}`;
      continue;
    }
    lines.push(line);
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
    }
  }
  return lines.join("\n");
}

/** Whether a paragraph or an item of a list can go on after this line. */
function canContinue(line: string): boolean {
  const endsWithBreak = / {2}$|\\$/.test(line);
  return !endsWithBreak && !/^\s*(#{1,6}\s|\||[-=*_]{3,}\s*$|<|```|~~~|:::| {4})/.test(line);
}
