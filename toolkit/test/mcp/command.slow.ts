import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { libraryDocument } from "./library-document.ts";
import { palletsDocument } from "./pallets-document.ts";
import { startLibrary } from "./start-library.ts";
import { ordersDocument, sentByAgents } from "./what-agents-send.ts";

const bin = path.resolve(import.meta.dirname, "../../cli/bin/counterpart.ts");
const folder = await mkdtemp(path.join(tmpdir(), "mcp-command-"));
const spec = path.join(folder, "openapi.json");
const overlay = path.join(folder, "overlay.yaml");
const library = await startLibrary({
  mcp: false,
  handlers: {
    readBook: ({ path: { bookId } }) => ({ status: 200, body: { id: bookId, title: "A book" } }),
    lendBook: ({ body, caller }) => ({ status: 200, body: { branch: body.branch, reader: caller.reader } }),
  },
});
/** An API that answers with another type than its document has. */
const faulty = createServer((_req, res) => {
  res.setHeader("Content-Type", "application/json").end('{"id":7,"title":"The Whale"}');
});
let faultyUrl = "";
beforeAll(async () => {
  await writeFile(spec, JSON.stringify(libraryDocument()));
  await writeFile(
    overlay,
    `overlay: 1.0.0
info: { title: Tools, version: "1" }
actions:
  - target: $.paths['/books'].get
    update: { x-mcp: { name: books, colour: red } }
`,
  );
  await new Promise<void>((resolve) => void faulty.listen(0, "127.0.0.1", resolve));
  faultyUrl = `http://127.0.0.1:${(faulty.address() as { port: number }).port}`;
});
afterAll(async () => {
  faulty.close();
  await library.close();
  await rm(folder, { recursive: true });
});
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function overStdio(
  to: string,
  { args = [], env = {}, document = spec }: { args?: string[]; env?: object; document?: string } = {},
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", "--spec", document, "--to", to, ...args],
    env: { ...process.env, ...env } as Record<string, string>,
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  clients.push(client);
  return { client, errors: () => errors };
}
const borrow = { name: "borrow", arguments: { book: "x" } };
const read = { name: "readBook", arguments: { bookId: "x" } };

test("calls have the credential of the environment, and what x-mcp can't do is reported", async () => {
  const { client, errors } = await overStdio(library.url, {
    args: ["--overlay", overlay],
    env: { CARD: "good" },
  });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("books");
  const result = await client.callTool(borrow);
  expect(result.structuredContent).toEqual({ branch: "main", reader: "Ishmael" });
  expect(errors()).toContain('`x-mcp` has no "colour"');
  expect(errors()).not.toContain("good");
});

test.each([
  ["behind the prefix of --to", ""],
  ["with the prefix of --to", "/api"],
])("calls reach an API whose document has paths %s", async (_, prefix) => {
  const { paths, ...rest } = libraryDocument();
  const document = path.join(folder, "prefixed.json");
  const prefixed = Object.fromEntries(Object.entries(paths).map(([at, item]) => [prefix + at, item]));
  await writeFile(document, JSON.stringify({ ...rest, paths: prefixed }));
  const behind = await startLibrary({
    mcp: false,
    basePath: "/api",
    handlers: {
      readBook: ({ path: { bookId } }) => ({ status: 200, body: { id: bookId, title: "A book" } }),
    },
  });
  try {
    const { client } = await overStdio(`${behind.url}/api`, { document, env: { CARD: "good" } });
    expect((await client.callTool(read)).structuredContent).toEqual({ id: "x", title: "A book" });
  } finally {
    await behind.close();
  }
});

test("calls without a credential get the API's refusal", async () => {
  const { client } = await overStdio(library.url);
  expect(await client.callTool(borrow)).toMatchObject({
    isError: true,
    content: [{}, { text: "HTTP 401 Unauthorized" }],
  });
});

test("an answer that breaks the document is refused", async () => {
  const { client, errors } = await overStdio(faultyUrl, { env: { CARD: "good" } });
  const result = await client.callTool(read);
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).not.toContain("The Whale");
  expect(errors()).toContain("GET /books/x refused");
});

test("an API that can't be reached is an error", async () => {
  const { client } = await overStdio("http://127.0.0.1:9", { env: { CARD: "good" } });
  expect(await client.callTool(read)).toMatchObject({ isError: true, content: [{}, { text: /^HTTP 502/ }] });
});

describe("arguments are only values", () => {
  const received: string[] = [];
  const api = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    received.push(`${req.method} ${req.url} ${body}`.trim());
    res.setHeader("Content-Type", "application/json").end("{}");
  });
  const connected = async (raw: object) => {
    const document = path.join(folder, "arguments.json");
    await writeFile(document, JSON.stringify(raw));
    const { port } = api.address() as { port: number };
    return overStdio(`http://127.0.0.1:${port}`, { document, env: { CARD: "good" } });
  };
  beforeAll(() => new Promise<void>((resolve) => void api.listen(0, "127.0.0.1", resolve)));
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(() => void api.close());

  test("a call that leads to another operation isn't sent", async () => {
    const { client } = await connected(palletsDocument());
    const calls = [
      { name: "getPallet", arguments: { palletId: "owners" } },
      { name: "deletePallet", arguments: { palletId: "all" } },
    ];
    for (const one of calls) {
      expect(await client.callTool(one)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("they lead elsewhere") }],
      });
    }
    expect(received).toEqual([]);
    await client.callTool({ name: "getPallet", arguments: { palletId: "own%65rs" } });
    expect(received).toEqual(["GET /pallets/own%2565rs"]);
  });

  test("what agents send is sent as documented, or refused by name", async () => {
    const { client } = await connected(ordersDocument());
    for (const { what, tool, given, wanted } of sentByAgents) {
      const { isError, content } = await client.callTool({ name: tool, arguments: given });
      const refused = isError ? (content as { text: string }[])[0]?.text : undefined;
      if ("sent" in wanted) expect(refused, what).toBeUndefined();
      else expect(refused, what).toContain(`argument ${wanted.refused}`);
    }
    expect(received).toHaveLength(sentByAgents.filter(({ wanted }) => "sent" in wanted).length);
    expect(received).toContain("GET /orders?filter%5Bcustomer%5D=7");
  });
});

test("--port serves HTTP with the credentials of callers, to no other origin or host", async () => {
  const child = spawn(process.execPath, [bin, "mcp", "--spec", spec, "--to", library.url, "--port", "0"]);
  try {
    const [line = ""] = await once(createInterface(child.stdout), "line");
    const url = /http:\S+\/mcp/.exec(line)?.[0] ?? "";
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const headers = { Authorization: "Bearer other" };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    clients.push(client);
    expect((await client.callTool(borrow)).structuredContent).toEqual({ branch: "main", reader: "Ahab" });
    const init = { method: "POST", body: "{}", headers: { origin: "http://evil.example" } };
    expect((await fetch(url, init)).status).toBe(403);
    expect((await fetch(url)).status).toBe(405);
  } finally {
    child.kill();
  }
});
