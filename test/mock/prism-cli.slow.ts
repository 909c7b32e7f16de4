import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { exampleRequest } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { document } from "../helpers/document.ts";

const prism = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Prism's address once it listens. */
function startPrism(): Promise<string> {
  const child = spawn(process.execPath, [prism, "mock", "generated/openapi.json", "--port", "0"]);
  running.push(child);
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [, url] = /listening on (http:\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`Prism ended:\n${output}`)));
  });
}

// Frontend teams may run Prism by itself, without this project.
test("a plain `prism mock` of the bundle answers the first GET operation with its example", async () => {
  const operation = document.operations.find(({ method }) => method === "get");
  const request = operation && exampleRequest(document, operation);
  const [media] = Object.values(operation?.responses["200"]?.content ?? {});
  const examples = Object.values(media?.examples ?? {}).map(({ value }) => value);
  const url = await startPrism();
  const response = await fetch(url + request?.path, { headers: request?.headers ?? {} });
  expect(response.status).toBe(200);
  expect(examples).toContainEqual(await response.json());
});
