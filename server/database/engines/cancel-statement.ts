import pg from "pg";

/** Properties of pg's clients that are missing from its types. */
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

/** Timeout for the whole exchange. */
const timeoutMs = 2000;

/**
 * Asks the server to cancel the statement running on this client's connection. The protocol requires a
 * separate connection, which poolers forward, and sends no reply: a cancelled statement fails with 57014.
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
