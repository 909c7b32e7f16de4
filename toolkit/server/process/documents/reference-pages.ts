import { html } from "hono/html";
import { docsFiles } from "../../document/generated-files.ts";
import { pathPrefixOf } from "../../http/dispatch.ts";
import type { Page } from "../../http/pages.ts";
import { sendText } from "../../http/response/send-text.ts";
import type { Development } from "../development.ts";
import { type DocsFiles, docsPages, docsPagesAt, rootPage } from "../docs-pages.ts";
import type { ServedDocument } from "./served-document.ts";

/**
 * The reference pages: at `/docs` for a single document, and for one without a name. Other documents have theirs below
 * their path prefixes, such as `/v2/docs`; `/docs` and `/llms.txt` list them if all have names.
 * @param development builds a document's reference and links it to a running mock
 */
export function referencePages(
  documents: ServedDocument[],
  development?: Pick<Development, "buildDocs" | "findMock" | "linkToMock">,
): Map<ServedDocument, Page[]> {
  const withBuild = ({ files, document }: ServedDocument): DocsFiles => ({
    ...files,
    ...(development && {
      build: () => development.buildDocs(files.document, files.docs),
      links: {
        find: () => development.findMock(document),
        add: (page, addresses) => development.linkToMock(page, document, addresses),
      },
    }),
  });
  const main = documents.find(({ name }) => name === undefined);
  const prefixes = docsPrefixes(documents.filter((one) => one !== main));
  const pages = new Map([...prefixes].map(([one, prefix]) => [one, docsPagesAt(withBuild(one), prefix)]));
  const [first] = documents;
  if (main) pages.set(main, docsPages(withBuild(main)));
  else if (first) pages.get(first)?.push(rootPage, listPage(prefixes), llmsPage(prefixes));
  return pages;
}

/** A document whose prefix is taken uses `/docs/<name>`. The lists take the empty prefix. */
function docsPrefixes(documents: ServedDocument[]): Map<ServedDocument, string> {
  const taken = new Set([""]);
  return new Map(
    documents.map((one) => {
      const { name = "" } = one;
      const own = pathPrefixOf({ ...one, name });
      const prefix = taken.has(own) ? `/docs/${name}` : own;
      taken.add(prefix);
      return [one, prefix];
    }),
  );
}

function llmsPage(prefixes: Map<ServedDocument, string>): Page {
  const items = [...prefixes].map(
    ([{ document }, prefix]) =>
      `- [${document.info.title} ${document.info.version}](${prefix}/${docsFiles.llms})`,
  );
  const text = ["# API reference", "## Documents", `${items.join("\n")}\n`].join("\n\n");
  const handler: Page["handler"] = (_req, res) => sendText(res, "text/plain", text);
  return { method: "GET", path: `/${docsFiles.llms}`, handler };
}

function listPage(prefixes: Map<ServedDocument, string>): Page {
  const items = [...prefixes].map(([{ name = "", document }, prefix]) => {
    const link = (file: string, text: string) => html`<a href="${prefix}/${file}">${text}</a>`;
    const title = `${document.info.title} ${document.info.version}`;
    return html`<li>${link("docs", title)} (${name}): ${link(docsFiles.json, "JSON")}, ${link(docsFiles.yaml, "YAML")}</li>`;
  });
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API reference</title></head>
<body>
<main>
<h1>API reference</h1>
<ul>
${items}
</ul>
</main>
</body>
</html>
`.toString();
  return { method: "GET", path: "/docs", handler: (_req, res) => sendText(res, "text/html", page) };
}
