import { STATUS_CODES } from "node:http";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { ApiError } from "@counterpart/server/errors";
import {
  type ExchangeRequest,
  type ExchangeResponse,
  type Page,
  rawBodyReader,
} from "@counterpart/server/http";
import { type FormPart, formParts } from "@counterpart/server/request";
import { own, parsedJson } from "@counterpart/server/values";
import { html } from "hono/html";
import { curl } from "../../samples/curl.ts";
import { type HttpRequest, joined } from "../../samples/http-request.ts";
import { explainHeader } from "../explain-refusal.ts";
import { originOf } from "../origin-of.ts";
import { callAddress, callPath, documentedChoices, exampleNames } from "./answer-links.ts";
import { type Answer, type Call, callRequest, exampleCall, readCall } from "./call.ts";
import { callForm } from "./call-form.ts";
import type { IndexedDocument } from "./index-page.ts";
import { codeBlock, type Html, sendPage } from "./page-frame.ts";

/** What a page's address selects. */
interface Place {
  document: ApiDocument;
  basePath: string;
  /** Of the document, among those of the mock. */
  index: number;
  operation: DocumentOperation;
  answer: Answer | undefined;
  mediaType: string | undefined;
}

/** Pages with a form for a request to an operation, and the mock's answer to it. */
export function callPages(documents: IndexedDocument[]): Page[] {
  return [
    {
      method: "GET",
      path: callPath,
      handler: async (req, res, next) => {
        const place = placeOf(documents, req);
        if (!place) return next();
        await show(place, exampleCall(place.document, place.operation, place), { req, res });
      },
    },
    {
      method: "POST",
      path: callPath,
      handler: (req, res, next) => {
        const place = placeOf(documents, req);
        if (!place) return next();
        readForm(req, res, next, async (body) => {
          if (!body) throw new ApiError("INVALID_REQUEST", "The form is too large.", { status: 413 });
          const example = exampleCall(place.document, place.operation, place);
          const call = readCall(example, documentedChoices(place.operation), formOf(body, req));
          await show(place, call, { req, res });
        });
      },
    },
  ];
}

function formOf(body: Buffer<ArrayBuffer>, { headers }: ExchangeRequest): FormPart[] {
  try {
    return formParts(body, headers["content-type"] ?? "");
  } catch {
    throw new ApiError("INVALID_REQUEST", "The body isn't a form.");
  }
}

const mebibyte = 1024 * 1024;

const readForm = rawBodyReader({ maxBytes: 4 * mebibyte, maxBytesAtOnce: 64 * mebibyte });

function placeOf(documents: IndexedDocument[], { originalUrl }: ExchangeRequest): Place | undefined {
  const query = new URL(originalUrl, "http://localhost").searchParams;
  const index = Number(query.get("document"));
  const { document, basePath = "" } = documents[index] ?? {};
  const operation = document?.operations.find((one) => one.operationId === query.get("operation"));
  const key = query.get("code");
  if (!document || !operation || (key !== null && !own(operation.responses, key))) return undefined;
  const answer =
    key === null ? undefined : { key, example: query.get("example") ?? exampleNames(operation, key)[0] };
  return { document, basePath, index, operation, answer, mediaType: query.get("type") ?? undefined };
}

async function show(
  place: Place,
  call: Call,
  { req, res }: { req: ExchangeRequest; res: ExchangeResponse },
): Promise<void> {
  const { document, basePath, index, operation } = place;
  const { method, path, summary, operationId } = operation;
  const request = callRequest(place, operation, call);
  const { localAddress = "", localPort } = req.socket;
  const here = `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
  const mediaTypes = Object.keys(operation.requestBody?.content ?? {});
  const form = callForm(document, operation, call, {
    action: `${callAddress(operation, index, place.mediaType === undefined ? {} : { type: place.mediaType })}#answer`,
    answers: documentedChoices(operation),
    mediaTypes: Object.fromEntries(mediaTypes.map((type) => [type, callAddress(operation, index, { type })])),
  });
  const title = `${method.toUpperCase()} ${basePath + path}`;
  const main = html`<p><a href="/">All operations</a></p>
<h1><span class="verb ${method}">${method.toUpperCase()}</span> ${basePath + path}</h1>
<p>${summary ?? operationId}</p>
<div class="sides">
${form}
<section id="answer" tabindex="-1" aria-label="Answer">
<h2>Answer</h2>
${await shownAnswer(request, here)}
<h2>Command</h2>
${codeBlock(curl(request, originOf(req), { isMultiline: true, readsFiles: true }))}
</section>
</div>`;
  sendPage(res, title, main);
}

const maxWaitMs = 30_000;

/**
 * Sends a request to the mock itself and shows its response.
 * @param here the mock's own origin
 */
async function shownAnswer(request: HttpRequest, here: string): Promise<Html> {
  try {
    return shown(await sent(request, here));
  } catch {
    // Such as a stream that doesn't end, the method TRACE, a body of GET, or a header's value with other letters.
    return html`<p>This request can’t be sent from here. Use the command.</p>`;
  }
}

interface ShownResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

async function sent(request: HttpRequest, here: string): Promise<ShownResponse> {
  const { method, body } = request;
  const { target, headers } = joined(request);
  const response = await fetch(here + target, {
    method,
    headers: [...headers, [explainHeader, "true"]],
    redirect: "manual",
    signal: AbortSignal.timeout(maxWaitMs),
    ...(body && { body: new Uint8Array(body) }),
  });
  const { status } = response;
  return { status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

function shown({ status, headers, bytes }: ShownResponse): Html {
  const type = headers.get("Content-Type") ?? "";
  const reason = headers.get(explainHeader);
  const text = readable(type, bytes);
  const lines = [...headers].filter(([name]) => name !== explainHeader.toLowerCase());
  return html`<p><span class="status s${String(status)[0]}">${status} ${STATUS_CODES[status] ?? ""}</span> ${type && html`<code>${type}</code>`}</p>
${reason === null ? "" : html`<p class="refusal"><b>Refused</b> ${decodeURIComponent(reason)}</p>`}
${text === "" ? html`<p>Without a body.</p>` : codeBlock(text)}
<details>
<summary>${lines.length} ${lines.length === 1 ? "header" : "headers"}</summary>
${codeBlock(lines.map(([name, value]) => `${name}: ${value}`).join("\n"))}
</details>`;
}

function readable(type: string, bytes: Buffer): string {
  const value = /\bjson\b/.test(type) ? parsedJson(bytes.toString()) : undefined;
  if (value !== undefined) return JSON.stringify(value, null, 2);
  return /^text\/|\bjson\b|xml|urlencoded/.test(type) || bytes.length === 0
    ? bytes.toString()
    : `${bytes.length} bytes`;
}
