import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { adapters, deno, reference, runtimes } from "../adapters/adapters.ts";
import { startServer } from "../adapters/start-server.ts";
import { commitOf } from "../commit-of.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

const success = { description: "The body.", content: { "*/*": {} } };
const operation = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { "200": success },
  ...more,
});

/** It wants its bodies back. */
const echo = {
  document: {
    openapi: "3.1.0",
    info: { title: "Echo", version: "1" },
    paths: {
      "/": {
        get: operation("readNothing"),
        post: operation("echo", { requestBody: { content: { "*/*": {} } } }),
      },
    },
  },
  examples: { readNothing: { status: 200, body: "" }, echo: { status: 200, isEcho: true } },
};

/** Requests that are hardly HTTP/1.1, sent byte by byte to a server of each adapter. It is a program for Deno. */
export default async function run(clone = ""): Promise<SuiteResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-h1spec-"));
  try {
    const served = path.join(folder, "served.json");
    await writeFile(served, JSON.stringify(echo));
    const cases: Case[] = [];
    for (const { name, command, file, args = [] } of [reference, ...adapters, ...runtimes]) {
      const server = await startServer(command, file, [served, ...args]);
      // It waits half a second, and the first request compiles the validators.
      for (const init of [{}, { method: "POST", body: "hello" }]) await fetch(server.url, init);
      const results = await h1spec(clone, server.url).finally(server.stop);
      for (const [, mark, description, detail = ""] of results)
        cases.push({
          name: `${name}: ${description}`,
          outcome: mark === "✅" ? "passed" : "silently wrong",
          detail,
        });
    }
    return { suite: "h1spec", version: await commitOf(clone), cases };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function h1spec(clone: string, url: string): Promise<RegExpMatchArray[]> {
  const { hostname, port } = new URL(url);
  const [program = "", ...flags] = deno;
  const args = [...flags, "--no-check", path.join(clone, "http_test.ts"), hostname, port];
  // It ends with 1 if a case fails.
  const { stdout, stderr } = await promisify(execFile)(program, args).catch((error) => error);
  return [...`${stdout}\n${stderr}`.matchAll(/(✅|❌) ([^:]*): (.*)/g)];
}
