import { connect, type Socket } from "node:net";

/**
 * Sends bytes unchanged, each part in a separate write, and returns everything received until the other side closes.
 */
export function exchange(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.once("connect", async () => {
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part, "latin1") : part;
      // Sends the next part only after this one, in a separate packet if the system allows it.
      await new Promise((resolve) => socket.write(bytes, resolve));
    }
  });
  return textOf(socket);
}

/** Everything received until the other side closes. */
export function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

export interface RawResponse {
  status: number;
  headers: Headers;
  body: string;
}

/** Parses the received responses. Each must have a Content-Length or no body. */
export function answersIn(text: string): RawResponse[] {
  const answers: RawResponse[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
    const length = Number(headers.get("Content-Length") ?? 0);
    const bodyAt = end + 4;
    answers.push({ status, headers, body: rest.slice(bodyAt, bodyAt + length) });
    rest = rest.slice(bodyAt + length);
  }
  return answers;
}
