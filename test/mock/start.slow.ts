import { type ChildProcess, execFile, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { resolve } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { document } from "../helpers/document.ts";

const script = fileURLToPath(new URL("../../scripts/mock.ts", import.meta.url));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  running.push(child);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended };
}

/** Its first output. */
function firstOutput({ child }: ReturnType<typeof start>): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk)));
    child.once("close", (code) => reject(new Error(`It ended with ${code} without any output.`)));
  });
}

async function failure(args: string[], env: Record<string, string> = {}) {
  const { child, ended } = start(args, env);
  const message = await text(child.stderr);
  return { code: await ended, message };
}

test("listens, and shows how to force an error", async () => {
  const mock = start(["--port", "0"]);
  const output = await firstOutput(mock);
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
  const command = output.slice(output.indexOf("curl -i"));
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  const [, status, example] = /Prefer: code=(\d+), example=(\w+)/.exec(command) ?? [];
  expect(stdout).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const { operations } = document;
  const values = operations
    .flatMap(({ responses }) => Object.values(responses[status ?? ""]?.content ?? {}))
    .flatMap(({ examples = {} }) => resolve(document, examples[example ?? ""])?.value ?? []);
  expect(values).toContainEqual(JSON.parse(stdout.slice(stdout.indexOf("{"))));
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  mock.child.kill("SIGINT");
  expect(await mock.ended).toBe(0);
});

test("a checkout's URL leads to the mock's own page", async () => {
  const mock = start(["--port", "0", "--json"]);
  const { url } = JSON.parse(await firstOutput(mock));
  const response = await fetch(`${url}/v1/checkout/session`, {
    method: "POST",
    headers: { Authorization: "Bearer any", "Content-Type": "application/json" },
    body: '{"cartId":"cart_1"}',
  });
  const { data } = (await response.json()) as { data: { url: string } };
  expect(data.url.startsWith(`${url}/`)).toBe(true);
  const page = await fetch(data.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("payment provider")]);
  mock.child.kill("SIGINT");
  expect(await mock.ended).toBe(0);
});

describe.concurrent("npm run mock", () => {
  test("--json prints one object and no requests", async () => {
    const mock = start(["--port", "0", "--json"]);
    const printed = JSON.parse(await firstOutput(mock));
    expect(Object.keys(printed)).toEqual(["url", "document", "try"]);
    await (await fetch(printed.url)).text();
    const more = text(mock.child.stdout);
    mock.child.kill("SIGTERM");
    expect(await more).toBe("");
    expect(await mock.ended).toBe(0);
  });

  test("takes its port from MOCK_PORT, and reports when it is in use", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, message } = await failure([], { MOCK_PORT: String(port) });
    taken.close();
    expect(code).toBe(2);
    expect(message).toBe(`error: Port ${port} is already in use. Choose another with --port or MOCK_PORT.\n`);
  });

  test.each([
    [["--port", "x"], '--port or MOCK_PORT takes a whole number from 0 to 65535, not "x".'],
    [["--document", "nowhere.json"], "nowhere.json doesn't exist."],
    [["--prot", "1"], "--prot"],
  ])("exits with 2 and a sentence for %j", async (args, sentence) => {
    const { code, message } = await failure(args);
    expect(code).toBe(2);
    expect(message).toContain(sentence);
    expect(message).not.toContain("    at ");
  });

  test("--help explains how to prefer a response", async () => {
    const { child, ended } = start(["--help"]);
    expect(await text(child.stdout)).toContain("Prefer: code=");
    expect(await ended).toBe(0);
  });
});
