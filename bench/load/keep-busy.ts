import { Pool } from "undici";
import type { BenchRequest, Side } from "./request.ts";

/**
 * Keeps every connection busy with one request at a time, until aborted or until this many were sent.
 * @returns the number of responses
 * @throws when a response is an error
 */
export async function keepBusy(
  { name, server, requests }: Side,
  connections: number,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections, pipelining: 1 });
  const over = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => over.resolve());
  let asked = 0;
  let answered = 0;
  function next(following?: BenchRequest): void {
    const request = following ?? requests[asked % requests.length];
    if (signal.aborted || !request || asked === most) return;
    asked++;
    const { method, path, headers = {}, body = null, followedBy } = request;
    let text = "";
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status >= 400) over.reject(new Error(`${name}: answered ${status}.`));
        },
        onResponseData(_controller, chunk) {
          if (followedBy) text += chunk;
        },
        onResponseEnd() {
          if (signal.aborted) return;
          answered++;
          if (answered === most) over.resolve();
          next(followedBy && { ...followedBy, path: followedBy.path.replace("{id}", idIn(text)) });
        },
        onResponseError(_controller, error) {
          over.reject(new Error(`${name}: ${error.message}.`));
        },
      },
    );
  }
  for (let n = 0; n < connections; n++) next();
  try {
    await over.promise;
    return answered;
  } finally {
    await pool.destroy();
  }
}

function idIn(text: string): string {
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? "";
}
