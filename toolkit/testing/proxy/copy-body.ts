import type { Readable } from "node:stream";

export type Copies = ReturnType<typeof createCopies>;

/**
 * The copies that a proxy keeps of bodies in transit.
 * @param maxBytes of one body
 * @param maxTotalBytes of all bodies that are in transit at the same time
 */
export function createCopies(maxBytes: number, maxTotalBytes: number) {
  let total = 0;
  return {
    /** Keeps a copy of what passes through a stream, up to the bound. */
    copy(stream: Readable) {
      let chunks: Buffer[] | undefined = [];
      let size = 0;
      const keep = (chunk: Buffer): void => {
        if (size + chunk.length > maxBytes || total + chunk.length > maxTotalBytes) {
          release();
          return;
        }
        size += chunk.length;
        total += chunk.length;
        chunks?.push(chunk);
      };
      const release = (): void => {
        stream.off("data", keep);
        total -= size;
        size = 0;
        chunks = undefined;
      };
      stream.on("data", keep);
      return {
        /** Whether it has everything so far: false if the body is too large, or all bodies together are. */
        isKept: () => chunks !== undefined,
        /** The body so far; undefined if it isn't kept. */
        bytes: () => chunks && Buffer.concat(chunks),
        /** Frees the memory. */
        release,
      };
    },
  };
}

/** The beginning of a body that was read before it is passed on. */
export interface Held {
  chunks: Buffer[];
  /** `larger`: the stream is paused, and has the rest. */
  state: "complete" | "larger" | "broken";
}

/** Reads a body until its end, or until its copy is too large to be kept. */
export function hold(stream: Readable, copy: ReturnType<Copies["copy"]>): Promise<Held> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const settle = (state: Held["state"]): void => {
      stream.off("data", read);
      stream.off("end", end);
      stream.off("close", close);
      resolve({ chunks, state });
    };
    const read = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (copy.isKept()) return;
      stream.pause();
      settle("larger");
    };
    const end = (): void => settle("complete");
    const close = (): void => settle("broken");
    stream.on("data", read);
    stream.once("end", end);
    stream.once("close", close);
  });
}
