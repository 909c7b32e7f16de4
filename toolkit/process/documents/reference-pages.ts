import { escapeHtml } from "../../html/escape-html.ts";
import { pathPrefixOf } from "../../http/dispatch.ts";
import type { Page } from "../../http/pages.ts";
import { type DocsAddresses, docsPages, docsPagesAt, rootPage } from "../docs-pages.ts";
import type { ServedDocument } from "./served-document.ts";

/**
 * The reference pages of a server's documents. A single document has its page at `/docs`; of several, each has it below
 * its own path prefix, such as `/v2/docs`, and `/docs` lists them.
 * @param build builds the page of a document, in development
 */
export function referencePages(
  documents: ServedDocument[],
  build?: (files: ServedDocument["files"]) => Promise<void>,
): Map<ServedDocument, Page[]> {
  const withBuild = ({ files }: ServedDocument) => ({
    ...files,
    ...(build && { build: () => build(files) }),
  });
  const [first, ...others] = documents;
  if (!first || others.length === 0) return new Map(first && [[first, docsPages(withBuild(first))]]);
  const addresses = docsAddresses(documents);
  const pages = new Map([...addresses].map(([one, at]) => [one, docsPagesAt(withBuild(one), at)]));
  pages.get(first)?.push(rootPage, listPage(addresses));
  return pages;
}

/** Where an address is already in use, as `/docs` is by the list, the document's is below `/docs/<name>`. */
function docsAddresses(documents: ServedDocument[]): Map<ServedDocument, DocsAddresses> {
  const taken = new Set(["/docs"]);
  const freeOf = (address: string, otherwise: string): string => {
    const free = taken.has(address) ? otherwise : address;
    taken.add(free);
    return free;
  };
  return new Map(
    documents.map((one) => {
      const { name = "" } = one;
      const prefix = pathPrefixOf({ ...one, name });
      const page = freeOf(`${prefix}/docs`, `/docs/${name}`);
      return [one, { page, document: freeOf(`${prefix}/openapi.json`, `/docs/${name}/openapi.json`) }];
    }),
  );
}

function listPage(addresses: Map<ServedDocument, DocsAddresses>): Page {
  const items = [...addresses].map(
    ([{ name = "", document }, at]) =>
      `<li><a href="${escapeHtml(at.page)}">${escapeHtml(document.info.title)} ${escapeHtml(document.info.version)}</a> (${escapeHtml(name)}): <a href="${escapeHtml(at.document)}">${escapeHtml(at.document)}</a></li>`,
  );
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API reference</title></head>
<body>
<h1>API reference</h1>
<ul>
${items.join("\n")}
</ul>
</body>
</html>
`;
  return { method: "GET", path: "/docs", handler: (_req, res) => void res.type("html").send(html) };
}
