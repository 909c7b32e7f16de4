import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { nodeListener } from "../../server/adapters/node/node-exchange.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { listen } from "../../server/process/listen/listen.ts";
import { createMockPipeline } from "../../testing/mock/mock-pipeline.ts";
import { createPrism } from "../../testing/mock/prism/prism.ts";
import { createPrismThread, PrismEnded } from "../../testing/mock/prism/prism-thread.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Kiln", version: "1" },
  paths: {
    "/heat": { get: { responses: { "200": { description: "", content: json({ type: "integer" }) } } } },
    "/heats": { get: { responses: { "200": { description: "", content: json({ type: "array" }) } } } },
  },
});

/** A thread that ends at the first request for the given key, and otherwise answers with the body 7. */
async function fragileThread(end: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "prism-thread-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "thread.mjs");
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
     import { parentPort } from "node:worker_threads";
     const known = new Set();
     parentPort.on("message", ({ id, key, raw, request }) => {
       const isFirst = !existsSync(${JSON.stringify(`${folder}/ended`)});
       if (isFirst && /heat/i.test(key)) { writeFileSync(${JSON.stringify(`${folder}/ended`)}, ""); ${end} }
       if (raw) known.add(key);
       if (!known.has(key)) throw new Error("It should have been prepared again.");
       parentPort.postMessage({ id, kind: "done", value: { headers: {}, body: 7 } });
     });`,
  );
  return createPrismThread(pathToFileURL(file));
}

async function startMockWith(prism: ReturnType<typeof createPrismThread>) {
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  onTestFinished(server.stop);
  server.serve(nodeListener(createMockPipeline({ document, basePath: "", pages: [], sites: {}, prism })));
  return (at: string) => fetch(`http://127.0.0.1:${server.port}${at}`);
}

test.each([
  ['throw new Error("out of clay");', "out of clay"],
  ["process.exit(3);", "with exit code 3"],
])(
  "500 with the reason if Prism's thread ends, and the next request starts another: %s",
  async (end, reason) => {
    const get = await startMockWith(await fragileThread(end));
    const refused = await get("/heat");
    expect(refused.status).toBe(500);
    expect(await refused.text()).toContain(`The mock failed: Prism's thread ended: ${reason}.`);
    const answered = await get("/heat");
    expect([answered.status, await answered.json()]).toEqual([200, 7]);
  },
);

test("all requests that wait for an ended thread are rejected", async () => {
  const thread = await fragileThread("process.exit(1);");
  const request = { method: "get", path: "/heat", mock: { code: 200, dynamic: false } } as const;
  const raw = { openapi: "3.1.1", paths: {} };
  const results = await Promise.allSettled(
    ["heat", "other"].map((key) => thread.reply(key, () => raw, request)),
  );
  expect(results.map((one) => one.status === "rejected" && one.reason instanceof PrismEnded)).toEqual([
    true,
    true,
  ]);
});

test("a reply is prepared once, and 100 replies stay prepared", async () => {
  const thread = createPrismThread();
  const request = { method: "get", path: "/heat", mock: { code: 200, dynamic: false } } as const;
  const prepared: string[] = [];
  const reply = (key: string) =>
    thread.reply(
      key,
      () => {
        prepared.push(key);
        const response = {
          description: "",
          content: { "application/json": { examples: { a: { value: key } } } },
        };
        return {
          openapi: "3.1.1",
          info: { title: "Kiln", version: "1" },
          paths: { "/heat": { get: { responses: { "200": response } } } },
        };
      },
      request,
    );
  expect(await reply("a")).toMatchObject({ body: "a" });
  expect(await reply("a")).toMatchObject({ body: "a" });
  expect(prepared).toEqual(["a"]);
  await Promise.all(Array.from({ length: 100 }, (_, n) => reply(`b${n}`)));
  expect(await reply("a")).toMatchObject({ body: "a" });
  expect(prepared.filter((key) => key === "a")).toHaveLength(2);
});

test("a preference that Prism doesn't understand is answered with Prism's own problem", async () => {
  const thread = createPrismThread();
  await expect(thread.preferences({ query: {}, prefer: "code=abc" })).rejects.toMatchObject({ status: 422 });
  expect(await thread.preferences({ query: { __code: "404" } })).toMatchObject({ code: 404 });
});

test("warnings of Prism's sampler aren't printed", async () => {
  const contradictory = readDocument({
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: {
      "/heat": {
        get: {
          operationId: "getHeat",
          responses: {
            "200": {
              description: "",
              content: json({
                allOf: [
                  { type: "array", items: {}, allOf: [{ type: "object" }] },
                  { type: "array", items: { type: "string" } },
                ],
              }),
            },
          },
        },
      },
    },
  });
  const [operation] = contradictory.operations;
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const thread = createPrismThread();
  if (operation) {
    const prism = createPrism(contradictory, thread);
    await prism.reply(operation, { status: 200, mediaType: "application/json" }).catch(() => {});
  }
  await thread.load();
  expect(written.mock.calls.map(([text]) => String(text))).toEqual([]);
});

test("a generated answer contains no file that the document's data refers to", async () => {
  const secret = path.join(await mkdtemp(path.join(tmpdir(), "prism-files-")), "secret.json");
  onTestFinished(() => rm(path.dirname(secret), { recursive: true }));
  await writeFile(secret, '{ "heat": "SECRET" }');
  const content = { "application/json": { schema: { type: "object", default: { $ref: secret } } } };
  const get = { operationId: "getHeat", responses: { "200": { description: "", content } } };
  const referring = readDocument({
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: { "/heat": { get } },
  });
  const [operation] = referring.operations;
  if (!operation) throw new Error("The document has an operation.");
  const prism = createPrism(referring, createPrismThread());
  const answer = await prism.reply(operation, { status: 200, mediaType: "application/json" });
  expect(JSON.stringify(answer.body)).not.toContain("SECRET");
});

test("only the thread loads Prism, which takes most of a second", async () => {
  const start = new URL("../../testing/mock/start-mock.ts", import.meta.url).href;
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) });`;
  const loader = `data:text/javascript,${encodeURIComponent(hook)}`;
  const script = `await import(${JSON.stringify(start)})`;
  const args = ["--import", loader, "--input-type=module", "--eval", script];
  const { stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const loaded = stderr.split("\n");
  expect(loaded).toContain(start);
  expect(loaded.filter((url) => /prism-http(-server)?\/dist\/index\.js$/.test(url))).toEqual([]);
});
