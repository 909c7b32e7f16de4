import type { ApiDocument } from "@counterpart/server/document";
import { type Page, preferredType, sendJson } from "@counterpart/server/http";
import { html } from "hono/html";
import { demonstration } from "../demonstration.ts";
import { originOf } from "../origin-of.ts";
import { answersOf, callAddress, statusLinks } from "./answer-links.ts";
import { codeBlock, type Html, sendPage } from "./page-frame.ts";

export interface IndexedDocument {
  document: ApiDocument;
  /** The prefix of all paths of the document. */
  basePath: string;
}

/** `/`: lists the mock's responses, as HTML for browsers and as JSON for other clients. */
export function indexPage(documents: IndexedDocument[]): Page {
  const listed = documents.map(list);
  return {
    method: "GET",
    path: "/",
    handler: (req, res) => {
      if (preferredType(req, ["application/json", "text/html"]) === "text/html") {
        const url = originOf(req);
        const title = titleOf(listed);
        const sections = documents.map((one, index) => section(one, index, url));
        sendPage(res, title, html`<h1>${title}</h1>${introduction}${sections}`);
      } else sendJson(res, { documents: listed });
    },
  };
}

const introduction = html`<p>Every valid request is answered with an example of the document, and any credential is accepted. The
header <code>Prefer: code=404</code> selects a status, <code>Prefer: code=409, example=&lt;name&gt;</code> an example; so do
<code>?__code=404</code> and <code>&amp;__example=&lt;name&gt;</code> in the query.</p>
<p>Choose an operation to fill in a request and send it, or a status to see that answer.</p>`;

function list({ document, basePath }: IndexedDocument) {
  const { title, version } = document.info;
  const operations = document.operations.map((operation) => ({
    operationId: operation.operationId,
    method: operation.method.toUpperCase(),
    path: basePath + operation.path,
    ...(operation.summary !== undefined && { summary: operation.summary }),
    answers: answersOf(operation),
  }));
  return { title, version, operations };
}

function titleOf(listed: { title: string; version: string }[]): string {
  return `Mock of ${listed.map(({ title, version }) => `${title} ${version}`.trim()).join(", ")}`;
}

function section({ document, basePath }: IndexedDocument, index: number, url: string): Html {
  const example = demonstration(document, url + basePath);
  const items = document.operations.map(
    (operation) => html`<li><span class="verb ${operation.method}">${operation.method.toUpperCase()}</span>
<a class="path" href="${callAddress(operation, index)}"><code>${basePath + operation.path}</code></a>
<p>${operation.summary ?? operation.operationId}</p>
${statusLinks(operation, index)}</li>`,
  );
  return html`
<h2>${document.info.title}</h2>
${example === undefined ? "" : codeBlock(example)}
<h3>${items.length} ${items.length === 1 ? "operation" : "operations"}</h3>
<ul class="operations">
${items}
</ul>`;
}
