import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import pino from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as development from "../../cli/development/development.ts";
import { NotImplemented } from "../../server/http/errors/not-implemented.ts";
import { run } from "../../server/process/run.ts";
import { ConfigError } from "../../server/process/settings.ts";
import { sharedPrism } from "../../testing/mock/prism/prism-thread.ts";
import { startMock } from "../../testing/mock/start-mock.ts";

/** An operation without an example, so Prism generates its stub's answer. */
async function heatDocument(): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-run-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const schema = { type: "object", properties: { celsius: { type: "integer" } } };
  const content = { "application/json": { schema } };
  const file = path.join(folder, "openapi.json");
  const document = {
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: {
      "/heat": {
        get: { operationId: "getHeat", tags: ["Kiln"], responses: { 200: { description: "", content } } },
      },
    },
  };
  await writeFile(file, JSON.stringify(document));
  return pathToFileURL(file);
}

test("a server with stubs isn't ready before the mock has replied once", async () => {
  vi.stubEnv("PORT", "0");
  vi.stubEnv("HOST", "127.0.0.1");
  vi.stubEnv("NODE_ENV", "");
  vi.stubEnv("LOG_LEVEL", "silent");
  const print = vi.spyOn(console, "log").mockReturnValue();
  const replied = Promise.withResolvers<{ headers: Record<string, string>; body: unknown }>();
  const reply = vi.spyOn(sharedPrism, "reply").mockReturnValue(replied.promise);
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const before = process.listeners("SIGTERM");
  const added = () => process.listeners("SIGTERM").filter((one) => !before.includes(one));
  onTestFinished(() => {
    for (const spy of [print, reply, exit]) spy.mockRestore();
    for (const stop of added()) process.off("SIGTERM", stop).off("SIGINT", stop);
    vi.unstubAllEnvs();
  });

  let isReady = false;
  const running = run({
    document: await heatDocument(),
    handlers: {
      getHeat: () => {
        throw new NotImplemented();
      },
    },
    service: {
      readSettings: () => ({}),
      open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} }),
    } as never,
    development: async () => development,
  }).then(() => {
    isReady = true;
  });
  // The handler that ends the process is installed once everything else is.
  await vi.waitFor(() => expect(added()).toHaveLength(1));
  await vi.waitFor(() => expect(reply).toHaveBeenCalledOnce());
  expect(isReady).toBe(false);

  replied.resolve({ headers: {}, body: {} });
  await running;
  expect(isReady).toBe(true);
  const [stop = () => {}] = added();
  await stop("SIGTERM");
  expect(exit).toHaveBeenCalledWith(0);
});

test("in production no development code is loaded", async () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("PORT", "0");
  const exited = Promise.withResolvers<void>();
  const error = vi.spyOn(console, "error").mockImplementation(() => exited.resolve());
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  onTestFinished(() => {
    for (const spy of [error, exit]) spy.mockRestore();
    vi.unstubAllEnvs();
  });
  const development = vi.fn(() => Promise.reject(new Error("It isn't installed.")));
  const service = { readSettings: () => ({}), open: () => Promise.reject(new ConfigError("No database.")) };
  await run({ document: await heatDocument(), handlers: {}, service, development });
  await exited.promise;
  expect(error).toHaveBeenCalledWith("No database.");
  expect(development).not.toHaveBeenCalled();
});

test("in development a sentence says that the tools aren't installed", async () => {
  vi.stubEnv("NODE_ENV", "");
  const error = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  onTestFinished(() => {
    for (const spy of [error, exit]) spy.mockRestore();
    vi.unstubAllEnvs();
  });
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  const service = { readSettings: () => ({}), open: () => Promise.reject(new Error("It is never opened.")) };
  const development = () => Promise.reject(missing);
  await run({ document: await heatDocument(), handlers: {}, service, development });
  expect(error).toHaveBeenCalledWith(
    "The development tools aren't installed. Run `npm ci`, or start with NODE_ENV=production.",
  );
});

test("the service's secrets are removed from everything that the process logs", async () => {
  for (const name of ["LOG_LEVEL", "METRICS_PORT"]) vi.stubEnv(name, "");
  vi.stubEnv("NODE_ENV", "");
  vi.stubEnv("PORT", "0");
  vi.stubEnv("HOST", "127.0.0.1");
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const opened = vi.spyOn(pino, "destination").mockReturnValue(destination as never);
  const print = vi.spyOn(console, "log").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const before = process.listeners("SIGTERM");
  onTestFinished(() => {
    for (const spy of [opened, print, exit]) spy.mockRestore();
    vi.unstubAllEnvs();
  });
  await run({
    document: await heatDocument(),
    handlers: { getHeat: async () => ({ status: 200, body: {} }) },
    service: {
      readSettings: () => ({}),
      secretPatterns: [/kiln_key_\d+/],
      open: async ({ log, outages }) => {
        log.error({ err: new Error("refused kiln_key_123") }, "no fuel");
        outages.watch({ name: "fuel", isOutage: (error) => String(error).includes("empty") });
        log.error({ err: new Error("empty kiln_key_123") }, "no fuel");
        return { services: {}, authenticators: {}, pages: [], close: async () => {} };
      },
    },
  });
  const stop = process.listeners("SIGTERM").find((one) => !before.includes(one));
  await (stop as () => Promise<void>)();
  const text = lines.join("");
  expect(text).toContain("refused [removed]");
  expect(text).toContain("empty [removed]");
  expect(text).not.toContain("kiln_key");
});

test("with mcp: true, an agent lists and calls the operations of the server that it starts", async () => {
  const port = await freePort();
  for (const [name, value] of Object.entries({ PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "silent" }))
    vi.stubEnv(name, value);
  const print = vi.spyOn(console, "log").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const before = process.listeners("SIGTERM");
  const added = () => process.listeners("SIGTERM").filter((one) => !before.includes(one));
  onTestFinished(() => {
    for (const spy of [print, exit]) spy.mockRestore();
    for (const stop of added()) process.off("SIGTERM", stop).off("SIGINT", stop);
    vi.unstubAllEnvs();
  });
  await run({
    document: await heatDocument(),
    handlers: { getHeat: () => ({ status: 200, body: { celsius: 1240 } }) },
    service: {
      mcp: true,
      readSettings: () => ({}),
      open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} }),
    } as never,
    development: async () => development,
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["getHeat"]);
  const { structuredContent } = await client.callTool({ name: "getHeat", arguments: {} });
  expect(structuredContent).toEqual({ celsius: 1240 });
  await client.close();
  const [stop = () => {}] = added();
  await stop("SIGTERM");
});

describe("an unexpected failure", () => {
  const wrong = { status: 200, body: { celsius: "12" } };
  const thrown = () => {
    throw new TypeError("No fuel.");
  };

  test.each([
    [
      "a response that the document doesn't describe",
      () => wrong,
      'getHeat answered 200, but /body/celsius must be integer, got "12".',
    ],
    [
      "an exception",
      thrown,
      /^getHeat failed: TypeError: No fuel\. \(toolkit\/test\/process\/run\.slow\.ts:\d+:\d+\)$/,
    ],
  ])("500 with its reason in development: %s", async (_, getHeat, reason) => {
    const { error } = await failureOf(getHeat, { NODE_ENV: "" });
    expect(error).toEqual(reason instanceof RegExp ? expect.stringMatching(reason) : reason);
  });

  test.each([
    ["a response that the document doesn't describe", () => wrong],
    ["an exception", thrown],
  ])("500 without it in production: %s", async (_, getHeat) => {
    const { error } = await failureOf(getHeat, { NODE_ENV: "production" });
    expect(error).toMatch(/^Something went wrong on our side\. Quote the request id \S+ if you report it\.$/);
  });
});

describe("while a mock of the document runs", () => {
  /** The reference as it is served, and its file. */
  async function reference(env: Record<string, string>): Promise<{ served: string; built: string }> {
    const document = await heatDocument();
    const mock = await startMock({ document: fileURLToPath(document), port: 0 });
    onTestFinished(() => mock.close());
    const file = new URL("docs/index.html", document);
    await mkdir(new URL("docs", document));
    const policy = "default-src 'none'; script-src 'sha256-abc'";
    const page = `<meta http-equiv="Content-Security-Policy" content="${policy}"><body><p>Kiln</p></body>`;
    await writeFile(file, page);
    const served = await whileRunning(document, () => {}, {
      env: { ...env, MOCK_PORT: new URL(mock.url).port },
      work: async (url) => (await fetch(`${url}/docs`)).text(),
    });
    return { served, built: await readFile(file, "utf8") };
  }

  test("the reference links to it in development, only as it is served", async () => {
    const { served, built } = await reference({ NODE_ENV: "" });
    expect(served).toContain("/_mock/call?operation=getHeat");
    expect(built).not.toContain("_mock");
  });

  test("the reference is the built file in production", async () => {
    const { served, built } = await reference({ NODE_ENV: "production", PUBLIC_URL: "http://kiln.test" });
    expect(served).toContain("<p>Kiln</p>");
    expect(served).toBe(built);
  });
});

/** The body of the response of a server with this handler. */
async function failureOf(getHeat: () => unknown, env: Record<string, string>): Promise<{ error: string }> {
  return whileRunning(await heatDocument(), getHeat, {
    env,
    work: async (url) => {
      const response = await fetch(`${url}/heat`);
      expect(response.status).toBe(500);
      return (await response.json()) as { error: string };
    },
  });
}

/** Runs a server with this handler, and stops it after the work. */
async function whileRunning<T>(
  document: URL,
  getHeat: () => unknown,
  { env, work }: { env: Record<string, string>; work: (url: string) => Promise<T> },
): Promise<T> {
  const port = await freePort();
  const usual = { PORT: `${port}`, HOST: "127.0.0.1", LOG_LEVEL: "silent" };
  for (const [name, value] of Object.entries({ ...usual, ...env })) vi.stubEnv(name, value);
  const print = vi.spyOn(console, "log").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const before = process.listeners("SIGTERM");
  onTestFinished(() => {
    for (const spy of [print, exit]) spy.mockRestore();
    vi.unstubAllEnvs();
  });
  await run({
    document,
    handlers: { getHeat },
    service: {
      readSettings: () => ({}),
      open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} }),
    } as never,
    development: async () => development,
  } as never);
  const result = await work(`http://127.0.0.1:${port}`);
  const stop = process.listeners("SIGTERM").find((one) => !before.includes(one));
  await (stop as () => Promise<void>)();
  return result;
}

/** `run` doesn't return the port that the system chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
