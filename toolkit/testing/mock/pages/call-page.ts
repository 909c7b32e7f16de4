import type { DocumentOperation } from "@counterpart/server/document/document";
import { own } from "@counterpart/server/document/own";
import type { Page } from "@counterpart/server/http/pages";
import { html } from "hono/html";
import { type ExampleRequest, exampleRequest } from "../../samples/example-request.ts";
import { curlCommand } from "../curl-command.ts";
import { type Answer, answerLinks, callPath, exampleNames } from "./answer-links.ts";
import type { IndexedDocument } from "./index-page.ts";
import { codeBlock, type Html, pageFrame } from "./page-frame.ts";

/** Shows a call that selects a documented answer: the command, and what the mock answers to it. */
export function callPage(documents: IndexedDocument[]): Page {
  return {
    method: "GET",
    path: callPath,
    handler: async (req, res, next) => {
      const query = new URL(req.originalUrl, "http://localhost").searchParams;
      const index = Number(query.get("document"));
      const { document, basePath } = documents[index] ?? {};
      const operation = document?.operations.find((one) => one.operationId === query.get("operation"));
      const key = query.get("code") ?? "";
      if (!document || !operation || !own(operation.responses, key)) return next();
      const answer: Answer = { key, example: query.get("example") ?? exampleNames(operation, key)[0] };
      const request = exampleRequest(document, operation);
      const chosen = request && selecting(answer, operation, { ...request, path: basePath + request.path });
      const { localAddress = "", localPort } = req.socket;
      const here = `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
      const result = chosen
        ? html`<h2>Request</h2>
${codeBlock(curlCommand(`${req.protocol}://${req.get("host")}`, chosen))}
<h2>Answer</h2>
${await send(chosen, here)}`
        : html`<p>The document describes no valid request to show.</p>`;
      const { method, path, summary, operationId } = operation;
      const main = html`<p><a href="/">All operations</a></p>
<h1><span class="verb ${method}">${method.toUpperCase()}</span> ${basePath + path}</h1>
<p>${summary ?? operationId}</p>
${answerLinks(operation, index, answer)}
${result}`;
      res.type("html").send(pageFrame(`${method.toUpperCase()} ${basePath + path}`, main));
    },
  };
}

/** The request for an answer, by the mock's own parameters. */
function selecting(
  { key, example }: Answer,
  { responses }: DocumentOperation,
  request: ExampleRequest,
): ExampleRequest {
  const status = statusFor(key, Object.keys(responses));
  const preferences = `__code=${status}${example === undefined ? "" : `&__example=${encodeURIComponent(example)}`}`;
  return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}${preferences}` };
}

/** A status that this key describes: 404 for `404`, the first that has no key for `4XX` and `default`. */
function statusFor(key: string, keys: string[]): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  const first = key === "default" ? 500 : Number(`${key[0]}00`);
  const hundred = Array.from({ length: 100 }, (_, more) => first + more);
  return hundred.find((status) => !keys.includes(String(status))) ?? first;
}

/** Sends the request to the mock itself. */
async function send({ method, path, headers, body }: ExampleRequest, here: string): Promise<Html> {
  try {
    const response = await fetch(here + path, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    const type = response.headers.get("Content-Type") ?? "";
    const text = readable(type, Buffer.from(await response.arrayBuffer()));
    return html`<p><span class="status s${String(status)[0]}">${status}</span> ${type && html`<code>${type}</code>`}</p>
${text === "" ? html`<p>Without a body.</p>` : codeBlock(text)}`;
  } catch {
    // Such as a stream that doesn't end, or the method TRACE, which `fetch` doesn't send.
    return html`<p>This answer can’t be shown here. Use the command.</p>`;
  }
}

function readable(type: string, bytes: Buffer): string {
  if (/\bjson\b/.test(type)) return indented(bytes.toString());
  return /^text\/|xml|urlencoded/.test(type) || bytes.length === 0
    ? bytes.toString()
    : `${bytes.length} bytes`;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
