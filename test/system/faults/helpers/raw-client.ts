import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A client that sends arbitrary bytes. */
export interface RawClient {
  socket: Socket;
  /** What has been received so far. */
  text(): string;
  /** Resolves when it is over, with the milliseconds since it was opened. */
  closed: Promise<number>;
}

/**
 * @param more where it connects to, if not to this machine's own name; and whether it stays when the server has left
 */
export function openRaw(port: number, more: { host?: string; allowHalfOpen?: boolean } = {}): RawClient {
  const startedAt = performance.now();
  let text = "";
  const socket = connect({ port, host: "127.0.0.1", ...more });
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", () => resolve(performance.now() - startedAt));
  });
  return { socket, text: () => text, closed };
}

/** Sends one byte after the other until the other side closes. */
export function trickle({ socket }: RawClient, byte: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(byte), everyMs);
  socket.on("close", () => clearInterval(timer));
}

/** Sends as fast as the other side takes it, up to so many bytes. Returns how many it took. */
export async function pour({ socket }: RawClient, bytes: number): Promise<number> {
  const chunk = Buffer.alloc(64 * 1024, " ");
  let sent = 0;
  while (sent < bytes && !socket.destroyed) {
    const part = chunk.subarray(0, Math.min(chunk.length, bytes - sent));
    sent += part.length;
    if (!socket.write(part)) {
      const over = new AbortController();
      const { signal } = over;
      await Promise.race([once(socket, "drain", { signal }), once(socket, "close", { signal })]).catch(
        () => {},
      );
      over.abort();
    }
  }
  return sent;
}

/** `413`, or an empty text without an answer. */
export function statusOf(client: RawClient): string {
  return /^HTTP\/1\.1 (\d+)/.exec(client.text())?.[1] ?? "";
}
