import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { NotImplemented } from "../../http/errors/not-implemented.ts";
import { sharedPrism } from "../../mock/prism/prism-thread.ts";
import { run } from "../../process/run.ts";

/** Of an operation that has no example, so that its stub answers what Prism makes of it. */
async function heatDocument(): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-run-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const content = { "application/json": { schema: { type: "object" } } };
  const file = path.join(folder, "openapi.json");
  const document = {
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: { "/heat": { get: { operationId: "getHeat", responses: { 200: { description: "", content } } } } },
  };
  await writeFile(file, JSON.stringify(document));
  return pathToFileURL(file);
}

test("a server with stubs isn't ready before the mock has replied once", async () => {
  vi.stubEnv("PORT", "0");
  vi.stubEnv("HOST", "127.0.0.1");
  vi.stubEnv("NODE_ENV", "");
  vi.stubEnv("LOG_LEVEL", "silent");
  const told = vi.spyOn(console, "log").mockReturnValue();
  const replied = Promise.withResolvers<{ headers: Record<string, string>; body: unknown }>();
  const reply = vi.spyOn(sharedPrism, "reply").mockReturnValue(replied.promise);
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const before = process.listeners("SIGTERM");
  const added = () => process.listeners("SIGTERM").filter((one) => !before.includes(one));
  onTestFinished(() => {
    for (const spy of [told, reply, exit]) spy.mockRestore();
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
  }).then(() => {
    isReady = true;
  });
  // What ends the process is in its place when everything else is.
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

test.for([
  ["development", 1],
  ["production", 0],
] as const)(
  "in %s Prism is loaded %i times for many stubs before their document is read",
  async ([mode, times]) => {
    vi.stubEnv("NODE_ENV", mode);
    const exited = Promise.withResolvers<void>();
    const load = vi.spyOn(sharedPrism, "load").mockResolvedValue();
    const told = vi.spyOn(console, "error").mockReturnValue();
    const exit = vi.spyOn(process, "exit").mockImplementation((() => exited.resolve()) as never);
    onTestFinished(() => {
      for (const spy of [load, told, exit]) spy.mockRestore();
      vi.unstubAllEnvs();
    });
    const stub = () => {
      throw new NotImplemented();
    };
    const handlers = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`getHeat${n}`, stub]));
    await run({ document: new URL("file:///nowhere/openapi.json"), handlers, service: {} as never });
    await exited.promise;
    await new Promise(setImmediate);
    expect(load).toHaveBeenCalledTimes(times);
  },
);
