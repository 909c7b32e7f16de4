import { STATUS_CODES } from "node:http";
import { parsedJson } from "@counterpart/server/values";
import { html } from "hono/html";
import { type HttpRequest, joined } from "../../samples/http-request.ts";
import { explainHeader } from "../explain-refusal.ts";
import { codeBlock, type Html } from "./page-frame.ts";

const maxWaitMs = 30_000;

/**
 * Sends a request to the mock itself and shows its response.
 * @param here the mock's own origin
 */
export async function shownAnswer(request: HttpRequest, here: string): Promise<Html> {
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
