import { readFile } from "node:fs/promises";
import path from "node:path";
import { type DocumentOperation, loadDocument } from "@counterpart/testing";
import { memoryOf } from "../../test/system/faults/helpers/figures.ts";
import { firstAnswer, freePort, launch } from "../launch.ts";
import { openRawConnection } from "../load/raw-connection.ts";
import { type BenchRequest, rawRequest } from "../load/request.ts";

export interface FirstRequests {
  upMs: number;
  /** For the first request to each operation, longest first. */
  ms: number[];
  memoryMb: number;
}

/** Starts a project's server, which answers with examples, and sends one request to each operation. */
export async function sendFirstRequests(project: string): Promise<FirstRequests> {
  const { scripts } = JSON.parse(await readFile(path.join(project, "package.json"), "utf8"));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const [, ...args] = scripts.start.split(" ");
  const { pid, end } = launch(process.execPath, args, { PORT: String(port) }, project);
  try {
    await firstAnswer(`${base}/nowhere`, {}, ({ status }) => status === 404 || status === 401);
    const upMs = performance.now() - startedAt;
    const document = await loadDocument(path.join(project, "generated/openapi.json"));
    const requests = document.operations.map((operation) => ({
      id: operation.operationId,
      bytes: Buffer.from(rawRequest(requestTo(operation), port)),
    }));
    const ms = await timesOf(port, requests);
    return { upMs, ms: ms.sort((a, b) => b - a), memoryMb: await memoryOf(pid) };
  } finally {
    await end();
  }
}

/** Sends the requests sequentially and returns ms. A raw connection leaves little garbage to collect. */
async function timesOf(port: number, requests: { id: string; bytes: Buffer }[]): Promise<number[]> {
  const broken = Promise.withResolvers<never>();
  const connection = await openRawConnection(port, (reason) => broken.reject(new Error(reason)));
  const ms: number[] = [];
  try {
    for (const { id, bytes } of requests) {
      const startedAt = performance.now();
      const answered = new Promise<number>((resolve) => connection.send(bytes, resolve));
      const status = await Promise.race([answered, broken.promise]);
      ms.push(performance.now() - startedAt);
      if (status >= 300) throw new Error(`${id} answered ${status}.`);
    }
    return ms;
  } finally {
    connection.close();
  }
}

function requestTo({ method, path, parameters, requestBody }: DocumentOperation): BenchRequest {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((address, { name, example }) => address.replace(`{${name}}`, String(example)), path);
  const [content] = Object.values(requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  return {
    method: method.toUpperCase(),
    path: filled,
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    // The only body without an example has an owner.
    ...(content && { body: JSON.stringify(example?.value ?? { owner: "wid_4fK2pQ9sLx" }) }),
  };
}

/** Milliseconds from the command to the mock's first response. */
export async function mockStartMs(project: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const bin = path.join(project, "node_modules/@counterpart/cli/bin/counterpart.js");
  const { end } = launch(process.execPath, [bin, "mock", "--port", String(port), "--json"], {}, project);
  try {
    await firstAnswer(`http://127.0.0.1:${port}/nowhere`, {}, () => true);
    return performance.now() - startedAt;
  } finally {
    await end();
  }
}
