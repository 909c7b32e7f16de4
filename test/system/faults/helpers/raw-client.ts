import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A client that sends arbitrary bytes. */
export interface RawClient {
  socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Resolves when it is closed, with the milliseconds since it was opened. */
  closed: Promise<number>;
}

/**
 * @param more its target, if not this machine's own name, and whether it stays open when the server has closed
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

/** Sends as fast as the other side reads, up to this many bytes. Returns how many were sent. */
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

/** `413`, or an empty text without a response. */
export function statusOf(client: RawClient): string {
  return /^HTTP\/1\.1 (\d+)/.exec(client.text())?.[1] ?? "";
}
