import pg from "pg";

/** Properties of pg's clients that its types leave out. */
interface Cancellable {
  host: string;
  port: number;
  ssl: unknown;
  processID: number;
  secretKey: number;
}

interface Messenger {
  stream: { destroy(): void };
  connect(port: number, host: string): void;
  connect(socket: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  on(event: "connect" | "sslconnect" | "error" | "end", listener: () => void): this;
}

/** Limits the whole exchange. */
const timeoutMs = 2000;

/**
 * Asks the server to cancel the statement that this client's connection is running; the protocol wants a connection of
 * its own for that. Poolers pass it on. There is no reply: the statement itself fails with 57014, or doesn't.
 */
export function cancelStatement(client: pg.ClientBase): void {
  const { host, port, ssl, processID, secretKey } = client as unknown as Cancellable;
  const connection = new pg.Connection({ ssl } as never) as unknown as Messenger;
  const giveUp = setTimeout(() => connection.stream.destroy(), timeoutMs);
  const send = () => connection.cancel(processID, secretKey);
  connection
    .on("error", () => connection.stream.destroy())
    .on("end", () => clearTimeout(giveUp))
    .on("connect", () => (ssl ? connection.requestSsl() : send()))
    .on("sslconnect", send);
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
