import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests of a connection may wait for their responses. */
const maxPipelined = 16;

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
  /**
   * Registers a request before anything else is done with it.
   * @returns false for a request behind the last one that its connection is answered
   */
  begin(req: IncomingMessage, res: ServerResponse): boolean;
  /**
   * Ends a connection: requests that haven't begun are never handled.
   * @param end called when what came before has been answered, with the request whose body hasn't arrived yet, if any
   */
  endConnection(socket: Socket, end: (incomplete: Exchange | undefined) => void): void;
}

interface Connection {
  /** Without the responses that have been sent. */
  open: Exchange[];
  last: Exchange | undefined;
  isEnding: boolean;
  /** Runs whenever a response has been sent. */
  onAnswered: () => void;
}

/**
 * Tracks which requests of a connection are being answered. Node handles all requests of the 64 KB that it reads at a
 * time, which can be more than a thousand. Of those, 16 are answered, the last with `Connection: close`.
 */
export function trackExchanges(): Exchanges {
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
    begin(req, res) {
      const connection = connectionOf(req.socket);
      if (connection.isEnding) return false;
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
    endConnection(socket, end) {
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
    open: () => open,
    begun: () => begun,
  };
}
