import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { type DocsFiles, docsPages } from "../../server/process/docs-pages.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

async function files() {
  const folder = await temporaryFolder();
  const [document, docs] = [path.join(folder, "openapi.json"), path.join(folder, "docs")];
  const page = path.join(docs, "index.html");
  await mkdir(docs);
  await writeFile(document, '{"a":1}');
  await writeFile(page, "<p>1</p>");
  await writeFile(path.join(docs, "openapi.yaml"), "a: 1\n");
  await writeFile(path.join(docs, "llms.txt"), "# A\n");
  return { document, docs, page };
}

async function open(docs: DocsFiles) {
  const app = await startApp({ raw: notesDocument(), pages: docsPages(docs) });
  onTestFinished(() => app.close());
  const read = async (at: string) => {
    const response = await fetch(app.url + at);
    return `${response.status} ${await response.text()}`;
  };
  return read;
}

/** A modification time later than all previous ones, even on a fast machine. */
const change = async (file: string, text: string, second: number) => {
  await writeFile(file, text);
  await utimes(file, second, second);
};

test("200 with the files, which are read once in production: a thousand answers share one copy in memory", async () => {
  const { document, docs } = await files();
  const read = await open({ document, docs });
  expect([await read("/docs"), await read("/openapi.json")]).toEqual(["200 <p>1</p>", '200 {"a":1}']);
  await Promise.all([rm(document), rm(docs, { recursive: true })]);
  expect([await read("/docs"), await read("/openapi.json")]).toEqual(["200 <p>1</p>", '200 {"a":1}']);
});

test("304 to clients that have the page already, and 200 compressed for clients that accept that", async () => {
  const { document, docs, page } = await files();
  await writeFile(page, "<p>1</p>".repeat(1000));
  const app = await startApp({ raw: notesDocument(), pages: docsPages({ document, docs }) });
  onTestFinished(() => app.close());
  const ask = (headers: Record<string, string>) => fetch(`${app.url}/docs`, { headers });

  const plain = await ask({ "Accept-Encoding": "identity" });
  expect([plain.headers.get("Cache-Control"), plain.headers.get("Content-Length")]).toEqual([
    "public, no-cache",
    "8000",
  ]);
  const compressed = await ask({ "Accept-Encoding": "br" });
  expect([compressed.headers.get("Content-Encoding"), compressed.headers.get("Vary")]).toEqual([
    "br",
    "Accept-Encoding",
  ]);
  expect(Number(compressed.headers.get("Content-Length"))).toBeLessThan(100);
  expect(await compressed.text()).toBe(await plain.text());
  const tag = compressed.headers.get("ETag") ?? "";
  const known = await ask({ "Accept-Encoding": "br", "If-None-Match": tag });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  expect((await ask({ "Accept-Encoding": "identity", "If-None-Match": tag })).status).toBe(200);
});

test("200 with the document in YAML and llms.txt, for other sites too, with a tag and 304", async () => {
  const { document, docs } = await files();
  const app = await startApp({ raw: notesDocument(), pages: docsPages({ document, docs }) });
  onTestFinished(() => app.close());
  for (const [address, type, text] of [
    ["/openapi.json", "application/json; charset=utf-8", '{"a":1}'],
    ["/openapi.yaml", "application/yaml; charset=utf-8", "a: 1\n"],
    ["/llms.txt", "text/plain; charset=utf-8", "# A\n"],
  ] as const) {
    const response = await fetch(app.url + address);
    const { headers } = response;
    expect([headers.get("Content-Type"), await response.text()]).toEqual([type, text]);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    const again = await fetch(app.url + address, { headers: { "If-None-Match": headers.get("ETag") ?? "" } });
    expect(again.status).toBe(304);
  }
});

test("404 before the page has been built, and 200 after", async () => {
  const { document, docs, page } = await files();
  await rm(page);
  const read = await open({ document, docs });
  expect(await read("/docs")).toContain("404");
  await writeFile(page, "<p>2</p>");
  expect(await read("/docs")).toBe("200 <p>2</p>");
});

test("200 in development with the current files, and the page rebuilt from a newer document", async () => {
  const { document, docs, page } = await files();
  await rm(page);
  let second = 3000;
  const build = vi.fn(async () => {
    await change(page, `<p>${await readFile(document, "utf8")}</p>`, second);
    second += 2000;
  });
  const read = await open({ document, docs, build });
  await change(document, '{"a":2}', 2000);
  expect([await read("/docs"), await read("/openapi.json")]).toEqual(['200 <p>{"a":2}</p>', '200 {"a":2}']);
  await read("/docs");
  expect(build).toHaveBeenCalledTimes(1);
  await change(document, '{"a":3}', 4000);
  expect([await read("/openapi.json"), await read("/docs")]).toEqual(['200 {"a":3}', '200 <p>{"a":3}</p>']);
  expect(build).toHaveBeenCalledTimes(2);
});

test("200 with links to a mock while it runs, which the built file doesn't get", async () => {
  const { document, docs, page } = await files();
  let found: Record<string, string> | undefined;
  const add = async (html: string, { a }: Record<string, string>) => `${html}<a href="${a}">`;
  const read = await open({ document, docs, build: async () => {}, links: { find: async () => found, add } });
  expect(await read("/docs")).toBe("200 <p>1</p>");
  found = { a: "http://mock/" };
  expect(await read("/docs")).toBe('200 <p>1</p><a href="http://mock/">');
  expect(await readFile(page, "utf8")).toBe("<p>1</p>");
  await change(page, "<p>2</p>", 5000);
  expect(await read("/docs")).toBe('200 <p>2</p><a href="http://mock/">');
  found = undefined;
  expect(await read("/docs")).toBe("200 <p>2</p>");
});
