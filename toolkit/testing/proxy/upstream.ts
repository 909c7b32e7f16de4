import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { HeaderLines } from "../judge/exchange.ts";
import { isDelimited, writableLines } from "./header-lines.ts";
import type { Switched } from "./tunnel.ts";

interface RequestHead {
  method: string;
  target: string;
  headers: HeaderLines;
}

/** After `onResponse`, errors are those of the response's stream. */
interface UpstreamEvents {
  onContinue(): void;
  /** An informational response other than 100 and 101. */
  onInformation(status: number, rawHeaders: string[]): void;
  onResponse(response: IncomingMessage): void;
  /** The server switched to another protocol. Undefined if the request offers none. */
  onSwitch?(switched: Switched): void;
  onFailure(failure: UpstreamFailure): void;
}

export interface UpstreamRequest {
  body: ClientRequest;
  /** Restarts the time limit, since a part of the request was sent. */
  sent(): void;
  abort(): void;
}

/** Bytes of all headers of a message. */
export const maxHeaderSize = 128 * 1024;

/** Closes idle connections before servers do: a request that meets the close would fail. */
const idleMs = 1000;

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * A server that requests are passed on to, with their header lines unchanged.
 * @param timeoutMs from the last byte of the request to the head of the response
 */
export function createUpstream(url: URL, { timeoutMs }: { timeoutMs: number }) {
  const client = url.protocol === "https:" ? https : http;
  const agent = new client.Agent({ keepAlive: true, timeout: idleMs });
  const prefix = url.pathname.replace(/\/$/, "");
  const targetOf = (target: string) => (target.startsWith("/") ? prefix + target : target);

  function send(
    { method, target, headers }: RequestHead,
    events: UpstreamEvents,
    { isFirst }: { isFirst: boolean },
  ): UpstreamRequest {
    const body = client.request({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      // A second attempt must not meet another connection that the server has closed.
      agent: isFirst ? agent : false,
      method,
      path: targetOf(target),
      headers: writableLines(headers),
      setDefaultHeaders: false,
      maxHeaderSize,
      timeout: 0,
    });
    body.maxHeadersCount = 0;
    let isOver = false;
    let answer: IncomingMessage | undefined;
    const fail = (failure: UpstreamFailure): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      body.destroy();
      events.onFailure(failure);
    };
    const timer = setTimeout(() => fail(lateUpstream(url.origin, timeoutMs)), timeoutMs);
    const sending: UpstreamRequest = {
      body,
      sent: () => void timer.refresh(),
      abort() {
        isOver = true;
        clearTimeout(timer);
        body.destroy();
      },
    };
    body.on("continue", () => events.onContinue());
    body.on("information", ({ statusCode, rawHeaders }) => {
      if (statusCode !== 100 && !isOver) events.onInformation(statusCode, rawHeaders);
    });
    body.on("upgrade", (response, socket, rest) => {
      if (events.onSwitch && !isOver) {
        isOver = true;
        clearTimeout(timer);
        return events.onSwitch({ response, socket, rest });
      }
      socket.destroy();
      const message = `${url.origin} switched to another protocol, which the request didn't ask for.`;
      fail({ status: 502, message });
    });
    body.on("response", (response) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      answer = response;
      events.onResponse(response);
    });
    body.on("error", (error: NodeJS.ErrnoException) => {
      // Otherwise a body without a length would end as if it were complete.
      answer?.destroy(error);
      const isStale = body.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
      if (isOver || !isStale || !isFirst || !isRepeatable({ method, headers })) {
        return fail(explainUpstreamError(url.origin, error));
      }
      clearTimeout(timer);
      const again = send({ method, target, headers }, events, { isFirst: false });
      Object.assign(sending, again);
      again.body.end();
    });
    return sending;
  }

  return {
    url,
    /** The request target on this server. */
    targetOf,
    /** Sends a request's head; the caller sends its body with `body`. */
    send: (head: RequestHead, events: UpstreamEvents) => send(head, events, { isFirst: true }),
    close: () => agent.destroy(),
  };
}

/** Whether a request can be sent again after its connection was closed (RFC 9110, 9.2.2). */
function isRepeatable({ method, headers }: Pick<RequestHead, "method" | "headers">): boolean {
  return ["GET", "HEAD", "OPTIONS", "TRACE", "DELETE"].includes(method) && !isDelimited(headers);
}

/** Why no response of the upstream server can be passed on. */
export interface UpstreamFailure {
  status: 502 | 504;
  /** A sentence. */
  message: string;
}

const byCode: Record<string, string> = {
  ECONNREFUSED: "It refuses connections: no process listens at this address.",
  ECONNRESET: "It closed the connection before it had answered.",
  EPIPE: "It closed the connection before it had answered.",
  ENOTFOUND: "Its name can't be resolved.",
  EAI_AGAIN: "Its name can't be resolved.",
  EHOSTUNREACH: "It can't be reached.",
  ENETUNREACH: "It can't be reached.",
  ETIMEDOUT: "It can't be reached.",
  HPE_HEADER_OVERFLOW: "The headers of its response are too large.",
  HPE_INVALID_EOF_STATE: "It closed the connection before it had answered.",
};

/** Explains an error of Node's HTTP client. */
function explainUpstreamError(to: string, error: NodeJS.ErrnoException): UpstreamFailure {
  return { status: 502, message: `${to} doesn't answer. ${reasonOf(error)}` };
}

function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return known;
  if (code.startsWith("HPE_")) return `Its response isn't valid HTTP: ${message}.`;
  if (/CERT|^UNABLE_TO_/.test(code)) {
    return `Its certificate isn't trusted: ${message}. NODE_EXTRA_CA_CERTS names a file of authorities to trust.`;
  }
  return `${message}.`;
}

function lateUpstream(to: string, timeoutMs: number): UpstreamFailure {
  return { status: 504, message: `${to} doesn't answer. It sent no response within ${timeoutMs / 1000} s.` };
}
