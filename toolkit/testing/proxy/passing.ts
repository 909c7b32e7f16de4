import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Finding } from "@counterpart/server/findings";
import { type Exchange, type HeaderLines, headerLines, type ReceivedResponse } from "../judge/exchange.ts";
import type { Copies } from "./copy-body.ts";
import { documentTarget } from "./document-target.ts";
import type { Observer } from "./observer.ts";
import { passBody, passHead, passInformation, passRequestBody } from "./pass-message.ts";
import { type Rewrite, rewriteRequest, rewriteResponse } from "./rewrite.ts";
import { offersTunnel, tunnel, withoutOffer } from "./tunnel.ts";
import type { Upstream, UpstreamFailure, UpstreamRequest } from "./upstream.ts";

export interface ForwardingParts {
  upstream: Upstream;
  copies: Copies;
  rewrite: Rewrite;
  observer: Observer;
  /** The prefix that the upstream server's address shares with the document's paths. */
  prefix: string;
}

export type ForwardedRequest = ReturnType<typeof beginForwarding>;

/** The response of the upstream server. */
export type Receiving = Parameters<Parameters<ForwardedRequest["send"]>[0]>[0];

/** One request on its way to the upstream server, and its response on the way back. */
export function beginForwarding(parts: ForwardingParts, req: IncomingMessage, res: ServerResponse) {
  const { upstream, copies, rewrite, observer, prefix } = parts;
  const startedAt = new Date();
  const startedMs = performance.now();
  const { method = "", url: target = "" } = req;
  const headers = headerLines(req.rawHeaders);
  const requestCopy = copies.copy(req);
  const kept = [requestCopy];
  let sending: UpstreamRequest | undefined;
  let isGone = false;
  let isInvited = false;

  res.once("close", () => {
    isGone = !res.writableFinished;
    if (isGone) sending?.abort();
    for (const copy of kept) copy.release();
  });
  // A connection that breaks is also closed.
  res.on("error", () => {});
  req.on("error", () => {});

  const passing = {
    requestCopy,
    /** The request as far as it has been read. */
    sent: (): Omit<Exchange, "response"> => ({
      request: {
        method,
        target: documentTarget(prefix, target),
        headers,
        body: req.readableEnded ? requestCopy.bytes() : undefined,
      },
      startedAt,
      durationMs: performance.now() - startedMs,
    }),
    /** Sends 100 Continue, unless it was sent before. */
    invite(): void {
      if (!isInvited) res.writeContinue();
      isInvited = true;
    },
    /** Whether the client no longer waits for the response. */
    isGone: () => isGone,
    /** Answers the client. */
    answer(answer: OwnAnswer): void {
      sending?.abort();
      if (isGone) return;
      if (res.headersSent) return void res.destroy();
      sendOwnAnswer(res, answer);
      // The client reads the answer once it has sent everything.
      req.resume();
    },
    /** Answers the client 502, since something can't be passed on. */
    fail: ({ message }: Error): void =>
      failed({ status: 502, message: `The proxy can't pass this on: ${message}.` }),
    /** @param read what was read of the request's body before */
    send(onResponse: (response: ReturnType<typeof receiving>) => void, read?: Buffer[]): void {
      guarded(() => {
        const rewritten = rewriteRequest(headers, rewrite, upstream.url);
        const mayTunnel = offersTunnel(req);
        sending = upstream.send(
          { method, target, headers: mayTunnel ? rewritten : withoutOffer(rewritten) },
          {
            onContinue: passing.invite,
            onInformation: (status, raw) => passInformation(res, status, raw),
            onFailure: failed,
            onResponse: (stream) => guarded(() => onResponse(receiving(stream))),
            ...(mayTunnel && {
              onSwitch: (switched) => {
                observer.tunnel(passing.sent(), switched.response);
                tunnel(res, switched);
              },
            }),
          },
        );
        passRequestBody(req, sending, read);
      });
    },
  };

  function failed({ status, message }: UpstreamFailure): void {
    const hasBegun = res.headersSent;
    passing.answer({ status, title: status === 504 ? "No answer in time" : "No answer", detail: message });
    if (!isGone && !hasBegun) observer.failure(passing.sent(), message);
  }

  function guarded(pass: () => void): void {
    try {
      pass();
    } catch (error) {
      passing.fail(error as Error);
    }
  }

  function receiving(stream: IncomingMessage) {
    const received = headerLines(stream.rawHeaders);
    const copy = copies.copy(stream);
    kept.push(copy);
    stream.on("error", () => {});
    return {
      stream,
      copy,
      /** @param body undefined if it isn't kept */
      received: (body: Buffer | undefined): ReceivedResponse => ({
        status: stream.statusCode ?? 0,
        headers: received,
        body,
      }),
      /**
       * Passes it on to the client.
       * @param onEnd called with whether the body was complete, unless the client has gone away
       */
      pass: (onEnd: (isComplete: boolean) => void, read?: Buffer[]) =>
        guarded(() => {
          passHead(req, res, stream, adapted(received));
          passBody(res, stream, (isComplete) => (isGone ? undefined : onEnd(isComplete)), read);
        }),
    };
  }

  function adapted(received: HeaderLines): HeaderLines {
    const proxy = `http://${req.headers.host ?? ""}`;
    return rewriteResponse(received, rewrite, { upstream: upstream.url, proxy });
  }

  return passing;
}

/** The proxy's own answer (RFC 9457), in place of the upstream server's. */
interface OwnAnswer {
  status: number;
  title: string;
  detail: string;
  findings?: Pick<Finding, "rule" | "place" | "message">[];
}

function sendOwnAnswer(res: ServerResponse, { status, title, detail, findings }: OwnAnswer): void {
  const listed = findings?.map(({ rule, place, message }) => ({ rule, place, message }));
  const body = JSON.stringify({ title, status, detail, findings: listed });
  res.writeHead(status, STATUS_CODES[status], {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
  });
  res.end(body);
}
