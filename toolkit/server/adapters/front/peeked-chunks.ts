import type { IncomingMessage } from "node:http";

/**
 * A request's body, which stays in the request for the parsers behind. Everything read is put back: when the body is
 * complete, which is before the stream reports its end, or at once when the reader returns.
 */
export function peekedChunks(req: IncomingMessage): AsyncIterator<Buffer> {
  const length = Number(req.headers["content-length"]);
  const seen: Buffer[] = [];
  let ready: Buffer[] = [];
  let size = 0;
  let isOver = false;
  let stopWaiting: (() => void) | undefined;

  function putBack(): void {
    isOver = true;
    if (seen.length > 0 && !req.destroyed) req.unshift(Buffer.concat(seen.splice(0)));
  }

  function read(): void {
    for (let chunk: Buffer | null = req.read(); chunk !== null; chunk = req.read()) {
      size += chunk.length;
      seen.push(chunk);
      ready.push(chunk);
    }
    // A request that is injected in tests has no `complete`.
    if (req.complete || size >= length) putBack();
  }

  /** Resolves when there is more to read, or the reader has returned. @throws if the client has left */
  function readable(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => (): void => {
        stopWaiting = undefined;
        req.off("readable", onReadable).off("close", onClose).off("error", onClose);
        end();
      };
      const onReadable = settle(resolve);
      const onClose = settle(() => reject(new Error("The client has left.")));
      stopWaiting = onReadable;
      req.on("readable", onReadable).on("close", onClose).on("error", onClose);
      if (req.destroyed) onClose();
      else if (req.complete || req.readableLength > 0) onReadable();
    });
  }

  return {
    async next() {
      for (;;) {
        const value = ready.shift();
        if (value) return { done: false, value };
        if (isOver) return { done: true, value: undefined };
        read();
        if (ready.length === 0 && !isOver) await readable();
      }
    },
    return() {
      ready = [];
      putBack();
      stopWaiting?.();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}
