import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Maximum number of pipelined requests per connection. */
const maxPipelined = 16;

/** A request and its response on a connection. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

export type Exchanges = ReturnType<typeof trackExchanges>;

export type Requests = Pick<Exchanges, "open" | "begun">;

interface Connection {
  /** Without completed responses. */
  open: Exchange[];
  last: Exchange | undefined;
  isEnding: boolean;
  /** Called after each response. */
  onAnswered: () => void;
}

/**
 * Tracks the requests in progress per connection. A single 64 KB read can contain over a thousand pipelined
 * requests, all of which Node would handle; only 16 are answered, the last with `Connection: close`.
 * @param onExcess called for each request after the last one that its connection may send
 */
export function trackExchanges(onExcess: (socket: Socket) => void) {
  const connections = new WeakMap<Socket, Connection>();
  let open = 0;
  let begun = 0;

  function connectionOf(socket: Socket): Connection {
    const found = connections.get(socket);
    if (found) return found;
    const connection: Connection = { open: [], last: undefined, isEnding: false, onAnswered: () => {} };
    connections.set(socket, connection);
    return connection;
  }

  return {
    /**
     * Registers a request; call it first.
     * @returns false for a request after the last one that its connection may send
     */
    begin(req: IncomingMessage, res: ServerResponse): boolean {
      const connection = connectionOf(req.socket);
      if (connection.isEnding) {
        onExcess(req.socket);
        return false;
      }
      const exchange = { req, res };
      const forget = (): void => {
        if (connection.last === exchange) connection.last = undefined;
      };
      connection.last = exchange;
      connection.open.push(exchange);
      if (connection.open.length === maxPipelined) {
        connection.isEnding = true;
        res.setHeader("Connection", "close");
      }
      open++;
      begun++;
      res.once("close", () => {
        open--;
        connection.open.splice(connection.open.indexOf(exchange), 1);
        // An idle connection would keep the request's body in memory.
        if (req.complete) forget();
        else req.once("close", forget);
        connection.onAnswered();
      });
      return true;
    },
    /**
     * Ends a connection; requests that haven't begun are never handled.
     * @param end called when earlier requests have been answered, with the request whose body is incomplete, if
     * any
     */
    endConnection(socket: Socket, end: (incomplete: Exchange | undefined) => void): void {
      const connection = connectionOf(socket);
      if (connection.isEnding) return;
      connection.isEnding = true;
      const incomplete = connection.last?.req.complete === false ? connection.last : undefined;
      connection.onAnswered = () => {
        if (connection.open.some((exchange) => exchange !== incomplete)) return;
        connection.onAnswered = () => {};
        end(incomplete);
      };
      connection.onAnswered();
    },
    /** Number of requests in progress. */
    open: () => open,
    /** Number of requests since the process started. */
    begun: () => begun,
  };
}
