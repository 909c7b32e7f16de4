import { readFile } from "node:fs/promises";
import path from "node:path";
import { type DocumentOperation, loadDocument } from "@counterpart/toolkit/testing";
import { memoryOf } from "../../test/system/faults/helpers/figures.ts";
import { firstAnswer, freePort, launch } from "../launch.ts";

export interface FirstRequests {
  upMs: number;
  /** Of each operation's first request, the longest first. */
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
    const ms: number[] = [];
    for (const operation of document.operations) ms.push(await timeOf(base, operation));
    return { upMs, ms: ms.sort((a, b) => b - a), memoryMb: await memoryOf(pid) };
  } finally {
    await end();
  }
}

async function timeOf(base: string, operation: DocumentOperation): Promise<number> {
  const address = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((path, { name, example }) => path.replace(`{${name}}`, String(example)), operation.path);
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  // The one body without an example has an owner.
  const body = JSON.stringify(example?.value ?? { owner: "wid_4fK2pQ9sLx" });
  const startedAt = performance.now();
  const response = await fetch(base + address, {
    method: operation.method.toUpperCase(),
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    ...(content && { body }),
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  if (!response.ok)
    throw new Error(`${operation.operationId} answered ${response.status}: ${text.slice(0, 500)}`);
  return ms;
}

/** Milliseconds from the command to the mock's first answer. */
export async function mockStartMs(project: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const bin = path.join(project, "node_modules/@counterpart/toolkit/bin/counterpart.js");
  const { end } = launch(process.execPath, [bin, "mock", "--port", String(port), "--json"], {}, project);
  try {
    await firstAnswer(`http://127.0.0.1:${port}/nowhere`, {}, () => true);
    return performance.now() - startedAt;
  } finally {
    await end();
  }
}
