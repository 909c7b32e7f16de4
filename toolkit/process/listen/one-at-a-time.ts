import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { releaseMemory } from "../../http/body/release-memory.ts";

/** What is going on on a connection. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

export interface Exchanges {
  /** A request has come. To be called before anything else is done with it. */
  begin(req: IncomingMessage, res: ServerResponse): void;
  /** The last request of a connection. Its answer may be over. */
  lastOf(socket: Socket): Exchange | undefined;
  /** What still comes on this connection is thrown away. */
  abandon(socket: Socket): void;
}

interface Connection {
  last?: Exchange;
  /** The last request's answer hasn't been taken yet. */
  isAnswering: boolean;
  /** Bytes of the last request's body that haven't come yet, if it has told its length. */
  bodyLeft: number;
  /** The last bytes that came, at most three, if the beginning of a blank line can be in them. */
  tail: Buffer;
  isHeldBack: boolean;
  isAbandoned: boolean;
}

const nothing = Buffer.alloc(0);
/** The end of every head, and of every body that comes in chunks. */
const blankLine = "\r\n\r\n";

/**
 * Lets a connection have one request at a time: the next is parsed when the answer to the one before has been taken.
 * Node parses, and begins, all requests of the 64 KB that it reads at once, which is more than a thousand, and keeps
 * their answers until they are taken. It has no setting for that, so its parser is given the bytes in parts, each of
 * which ends at most one head, and the rest goes back into the socket's buffer, where it holds the sender back.
 */
export function serveOneAtATime(server: Server): Exchanges {
  const connections = new WeakMap<Socket, Connection>();

  server.on("connection", (socket: Socket) => {
    const [parse] = socket.listeners("data");
    if (!parse) throw new Error("Node reads its connections in another way than it did.");
    const connection: Connection = {
      isAnswering: false,
      bodyLeft: 0,
      tail: nothing,
      isHeldBack: false,
      isAbandoned: false,
    };
    connections.set(socket, connection);
    socket.removeListener("data", parse as (bytes: Buffer) => void);
    socket.on("data", (bytes: Buffer) => {
      let rest = bytes;
      while (rest.length > 0 && !connection.isAbandoned && !socket.destroyed) {
        if (connection.isAnswering && connection.last?.req.complete) {
          connection.isHeldBack = true;
          socket.pause();
        }
        // Node pauses it too, while a body isn't read.
        if (socket.isPaused()) return socket.unshift(rest);
        const end = endOfPart(connection, rest);
        parse(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      // Node's parser copies what it keeps.
      releaseMemory(bytes);
    });
  });

  return {
    begin(req, res) {
      const { socket } = req;
      const connection = connections.get(socket);
      if (!connection) return;
      connection.last = { req, res };
      connection.isAnswering = true;
      const isInChunks = req.headers["transfer-encoding"] !== undefined;
      connection.bodyLeft = isInChunks ? 0 : Number(req.headers["content-length"] ?? 0);
      res.once("close", () => {
        if (connection.last?.res !== res) return;
        connection.isAnswering = false;
        if (!connection.isHeldBack) return;
        connection.isHeldBack = false;
        // Others first: one connection may have sent a thousand requests at once.
        setImmediate(() => socket.resume());
      });
    },
    lastOf: (socket) => connections.get(socket)?.last,
    abandon(socket) {
      const connection = connections.get(socket);
      if (connection) connection.isAbandoned = true;
      socket.resume();
    },
  };
}

/** How many of these bytes Node's parser can be given without a second head among them. */
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
