import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { ApiDocument } from "@counterpart/server/document";
import type { Judge } from "../judge/judge.ts";
import { createCopies } from "./copy-body.ts";
import { documentedPrefix } from "./document-target.ts";
import { enforce } from "./enforce.ts";
import { createObserver, type Observed } from "./observer.ts";
import { beginForwarding, type ForwardingParts } from "./passing.ts";
import type { Rewrite } from "./rewrite.ts";
import { offersTunnel } from "./tunnel.ts";
import { createUpstream, maxHeaderSize } from "./upstream.ts";

export interface ProxyOptions {
  document: ApiDocument;
  judge: Judge;
  /** The upstream server's address. Its path becomes a prefix of all paths. */
  to: string;
  /**
   * `report`, the default: everything passes unchanged. `enforce`: invalid requests are answered 400 and don't
   * reach the upstream server, whose invalid responses become 502.
   */
  mode?: "report" | "enforce";
  /** Default: any free port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** How long the upstream server may take to answer, from the last byte of the request. Default: two minutes. */
  timeoutMs?: number;
  /** Bytes of a body that are kept to be checked; larger bodies pass unchecked. Default: 4 MiB. */
  maxBodyBytes?: number;
  rewrite?: Rewrite;
  /** Called with each request when its response has passed. */
  onExchange?: (observed: Observed) => void;
}

export interface RunningProxy {
  url: string;
  close(): Promise<void>;
}

/** Bytes of all bodies that are kept at the same time. */
const maxKeptBytes = 64 * 1024 * 1024;

/** How long responses may still take after `close`. */
const closingMs = 500;

/**
 * Starts a proxy that checks what passes between clients and a server. Header lines, bodies, trailers and informational
 * responses pass unchanged. If the server switches to another protocol, such as WebSocket, its bytes are tunnelled unchecked.
 */
export async function startProxy({
  document,
  judge,
  to,
  mode = "report",
  port = 0,
  host = "127.0.0.1",
  timeoutMs = 120_000,
  maxBodyBytes = 4 * 1024 * 1024,
  rewrite = {},
  onExchange = () => {},
}: ProxyOptions): Promise<RunningProxy> {
  const upstream = createUpstream(new URL(to), { timeoutMs });
  const copies = createCopies(maxBodyBytes, maxKeptBytes);
  const mebibytes = maxBodyBytes / 1024 / 1024;
  const uncheckedBody = `The body isn't checked: it is larger than ${mebibytes} MiB, or too many large ones passed at once.`;
  const observer = createObserver({ document, judge, uncheckedBody, onExchange });
  const parts = { upstream, copies, rewrite, observer, prefix: documentedPrefix(document, to) };
  const pass = inTurn(mode === "enforce" ? enforce(parts) : reportOnly(parts));
  const server = http.createServer({
    maxHeaderSize,
    // The upstream server decides on these.
    requestTimeout: 0,
    requireHostHeader: false,
    // Clients close idle connections first, so that no request meets the close.
    keepAliveTimeout: 120_000,
    shouldUpgradeCallback: offersTunnel,
  });
  server.maxHeadersCount = 0;
  server.on("request", pass);
  server.on("checkContinue", pass);
  server.on("checkExpectation", pass);
  const offering = new Set<Socket>();
  server.on("upgrade", (req, duplex, rest) => {
    const socket = duplex as Socket;
    offering.add(socket);
    socket.once("close", () => offering.delete(socket));
    socket.on("error", () => {});
    socket.unshift(rest);
    // Node leaves such a connection to us: it has no response yet, and no further requests.
    const res = new http.ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once("finish", () => socket.end());
    pass(req, res);
  });
  await once(server.listen(port, host), "listening");
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of offering) socket.destroy();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), closingMs);
      await closed;
      clearTimeout(timer);
      upstream.close();
    },
  };
}

/** Handles the requests of each connection one after the other: a client may send several without waiting (RFC 9112, 9.3.2). */
function inTurn(handle: RequestListener): RequestListener {
  const busy = new WeakMap<Socket, (() => void)[]>();

  function next(socket: Socket, waiting: (() => void)[]): void {
    const start = waiting.shift();
    if (start) start();
    else busy.delete(socket);
  }

  return (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const start = (): void => {
      res.once("close", () => next(socket, busy.get(socket) ?? []));
      handle(req, res);
    };
    const waiting = busy.get(socket);
    if (waiting) return void waiting.push(start);
    busy.set(socket, []);
    start();
  };
}

/** Passes everything on as it arrives, and checks it once it has passed. */
function reportOnly(parts: ForwardingParts): RequestListener {
  const { observer } = parts;
  return (req, res) => {
    const passing = beginForwarding(parts, req, res);
    passing.send((response) => {
      const { stream, copy } = response;
      const observed = (body: Buffer | undefined) => ({
        ...passing.sent(),
        response: response.received(body),
      });
      const items = observer.items(observed(undefined));
      if (items) {
        copy.release();
        observer.exchange(observed(undefined));
        stream.on("data", items.push);
        stream.once("end", items.end);
      }
      response.pass((isComplete) => {
        if (!isComplete) observer.incomplete(observed(undefined), items !== undefined);
        else if (!items) observer.exchange(observed(copy.bytes()));
      });
    });
  };
}
