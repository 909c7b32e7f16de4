import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { releaseMemory } from "../../http/body/release-memory.ts";
import { createReadBuffer } from "./read-buffer.ts";

/** A request and its response on a connection. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

export interface Requests {
  /** How many are being answered. */
  open(): number;
  /** How many have begun since the process started. */
  begun(): number;
}

export interface Exchanges extends Requests {
  /** Registers a request. To be called before anything else is done with it. */
  begin(req: IncomingMessage, res: ServerResponse): void;
  /** The last request of a connection, until it has arrived in full and its response has ended. */
  lastOf(socket: Socket): Exchange | undefined;
  /** Discards everything that still arrives on this connection. */
  abandon(socket: Socket): void;
}

interface Connection {
  last: Exchange | undefined;
  /** The response to the last request hasn't been flushed yet. */
  isAnswering: boolean;
  /** Bytes of the last request's body that haven't arrived yet, if it has a Content-Length. */
  bodyLeft: number;
  /** The last bytes received, at most three, if they may be the beginning of a blank line. */
  tail: Buffer;
  isHeldBack: boolean;
  isAbandoned: boolean;
}

const nothing = Buffer.alloc(0);
/** The end of every head, and of every chunked body. */
const blankLine = "\r\n\r\n";

/**
 * Processes one request at a time per connection: the next is parsed when the response to the previous one has been
 * flushed. Node parses and starts all requests of the 64 KB that it reads at a time, which can be more than a thousand,
 * and buffers their responses. It has no setting against that, so its parser is given the bytes in parts that each end
 * at most one head, and the rest goes back into the socket's buffer, which slows the sender down.
 */
export function limitPipelining(server: Server): Exchanges {
  const connections = new WeakMap<Socket, Connection>();
  const readInto = createReadBuffer();
  let open = 0;
  let begun = 0;

  server.on("connection", (socket: Socket) => {
    const [parse] = socket.listeners("data");
    if (!parse) throw new Error("Node no longer reads connections through a `data` listener.");
    const connection: Connection = {
      last: undefined,
      isAnswering: false,
      bodyLeft: 0,
      tail: nothing,
      isHeldBack: false,
      isAbandoned: false,
    };
    connections.set(socket, connection);
    socket.removeListener("data", parse as (bytes: Buffer) => void);
    /** @returns what has to wait */
    const parseParts = (bytes: Buffer): Buffer => {
      let rest = bytes;
      while (rest.length > 0 && !connection.isAbandoned && !socket.destroyed) {
        if (connection.isAnswering && connection.last?.req.complete) {
          connection.isHeldBack = true;
          socket.pause();
        }
        // Node also pauses it while a body isn't read.
        if (socket.isPaused()) return rest;
        const end = endOfPart(connection, rest);
        if (end === rest.length) {
          parse(rest);
          break;
        }
        parse(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      return nothing;
    };
    // Bytes that had to wait; all bytes where sockets can't read into the shared buffer.
    socket.on("data", (bytes: Buffer) => {
      const rest = parseParts(bytes);
      if (rest.length > 0) socket.unshift(rest);
      // Node's parser copies what it keeps.
      else releaseMemory(bytes);
    });
    readInto(socket, (bytes) => {
      // Those that already wait come first.
      if (socket.readableLength > 0) return socket.push(Buffer.from(bytes));
      const rest = parseParts(bytes);
      if (rest.length > 0) socket.unshift(Buffer.from(rest));
      return true;
    });
  });

  /** One for all responses, so that a request makes no function of its own. */
  function answered(this: ServerResponse): void {
    open--;
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (connection?.last?.res !== this) return;
    connection.isAnswering = false;
    // An idle connection would keep the request's body in memory.
    if (connection.last.req.complete) connection.last = undefined;
    if (!connection.isHeldBack) return;
    connection.isHeldBack = false;
    // Other connections go first: this one may have sent a thousand requests at once.
    setImmediate(() => socket.resume());
  }

  return {
    begin(req, res) {
      const { socket } = req;
      const connection = connections.get(socket);
      if (!connection) return;
      connection.last = { req, res };
      connection.isAnswering = true;
      const isInChunks = req.headers["transfer-encoding"] !== undefined;
      connection.bodyLeft = isInChunks ? 0 : Number(req.headers["content-length"] ?? 0);
      open++;
      begun++;
      res.on("close", answered);
    },
    open: () => open,
    begun: () => begun,
    lastOf: (socket) => connections.get(socket)?.last,
    abandon(socket) {
      const connection = connections.get(socket);
      if (connection) connection.isAbandoned = true;
      socket.resume();
    },
  };
}

/** How many of these bytes can go to Node's parser without containing a second head. */
function endOfPart(connection: Connection, bytes: Buffer): number {
  if (connection.bodyLeft > 0) {
    const length = Math.min(connection.bodyLeft, bytes.length);
    connection.bodyLeft -= length;
    return length;
  }
  const { tail } = connection;
  connection.tail = nothing;
  if (tail.length > 0) {
    const at = Buffer.concat([tail, bytes.subarray(0, 3)]).indexOf(blankLine);
    if (at >= 0) return at + blankLine.length - tail.length;
  }
  const at = bytes.indexOf(blankLine);
  if (at >= 0) return at + blankLine.length;
  connection.tail = Buffer.concat([tail, bytes.subarray(-3)]).subarray(-3);
  return bytes.length;
}
