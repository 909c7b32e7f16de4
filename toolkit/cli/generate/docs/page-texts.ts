import type { ApiDocument } from "@counterpart/server/document/document";
import type { RawDocument } from "@counterpart/server/document/references";
import { operationAddress } from "./page-address.ts";
import { sectionAddress } from "./page-sections.ts";
import { unwrapLines } from "./unwrap-lines.ts";

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
