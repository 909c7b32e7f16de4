import { once } from "node:events";
import { connect } from "node:net";

/** A connection with one request at a time. It reads responses only for their status and their end. */
export interface RawConnection {
  /** Sends a request. The next one may be sent once it is answered. */
  send(request: Buffer, answered: (status: number) => void): void;
  close(): void;
}

const bytesAtOnce = 2 ** 16;
const endOfHead = "\r\n\r\n";

/** Connects to a local port. @param fail called if the connection ends or a response can't be read */
export async function openRawConnection(
  port: number,
  fail: (reason: string) => void,
): Promise<RawConnection> {
  /** The incomplete response head. */
  let head = "";
  /** The rest of the response body, once the head is complete. */
  let bytesLeft = 0;
  let status = 0;
  let answered: ((status: number) => void) | undefined;

  function readHead(text: string): void {
    head += text;
    const end = head.indexOf(endOfHead);
    if (end < 0) return;
    status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
    const length = bodyLength(status, head.slice(0, end));
    if (length === undefined) fail(`answered ${status} without Content-Length`);
    else {
      bytesLeft = end + endOfHead.length + length - head.length;
      head = "";
      endIfComplete();
    }
  }

  function endIfComplete(): void {
    if (bytesLeft > 0) return;
    const resolve = answered;
    answered = undefined;
    if (bytesLeft < 0 || !resolve) fail("sent more responses than requests");
    else resolve(status);
  }

  // One reused buffer, because garbage collection in the generator would delay its measurements.
  const buffer = Buffer.allocUnsafe(bytesAtOnce);
  const onread = {
    buffer,
    callback(bytes: number): boolean {
      if (bytesLeft === 0) readHead(buffer.toString("latin1", 0, bytes));
      else {
        bytesLeft -= bytes;
        endIfComplete();
      }
      return true;
    },
  };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
  await once(socket, "connect");
  socket.on("error", ({ message }) => fail(message));
  socket.on("end", () => fail("ended a connection"));
  return {
    send(request, whenAnswered) {
      answered = whenAnswered;
      socket.write(request);
    },
    close() {
      socket.removeAllListeners("end").destroy();
    },
  };
}

/** In bytes; undefined if only the end of the connection or of chunks marks the end. */
function bodyLength(status: number, head: string): number | undefined {
  if (status === 204 || status === 304) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? undefined : Number(length);
}
