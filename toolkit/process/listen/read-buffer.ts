import type { Socket } from "node:net";

/** Bytes. As much as Node reads at a time. */
const size = 64 * 1024;

/** Gets the bytes that have arrived, which the next read overwrites. Returns whether the socket may read on. */
export type OnRead = (bytes: Buffer) => boolean;

/**
 * One buffer that all sockets of a server read into. Otherwise, Node allocates 64 KB for each read and copies what has
 * arrived, which takes a tenth of the processor time of a small GET. `net.connect` has the option `onread` for this; servers
 * have none, so the properties that it sets are set here. If Node no longer has them, sockets keep emitting `data`.
 * @returns makes a socket call a function instead of emitting `data`
 */
export function createReadBuffer(): (socket: Socket, onRead: OnRead) => void {
  const buffer = Buffer.allocUnsafeSlow(size);
  return (socket, onRead) => {
    const [kBuffer, kBufferCb] = [symbolIn(socket, "kBuffer"), symbolIn(socket, "kBufferCb")];
    const handle: unknown = Reflect.get(socket, "_handle");
    if (!kBuffer || !kBufferCb || !hasUserBuffer(handle)) return;
    const onReadInto = (length: number) => onRead(buffer.subarray(0, length));
    Object.assign(socket, { [kBuffer]: buffer, [kBufferCb]: onReadInto });
    handle.useUserBuffer(buffer);
  };
}

/** One of Node's own symbols. */
function symbolIn(socket: Socket, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(socket).find(({ description }) => description === name);
}

function hasUserBuffer(handle: unknown): handle is { useUserBuffer(buffer: Buffer): void } {
  return typeof handle === "object" && handle !== null && "useUserBuffer" in handle;
}
