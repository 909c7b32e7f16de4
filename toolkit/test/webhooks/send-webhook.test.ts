import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../cli/commands/run-command.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { examplePayload } from "../../testing/mock/webhooks/send-webhook.ts";
import { kennelDocument } from "./kennel-document.ts";

const arrived: { method: string | undefined; body: string; kennel: unknown }[] = [];
let listener: Server;
let folder: string;
let to: string;
let status = 200;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kennel-"));
  await writeFile(path.join(folder, "kennel.json"), JSON.stringify(kennelDocument));
  listener = createServer(async (req, res) => {
    arrived.push({ method: req.method, body: await text(req), kennel: req.headers["x-kennel"] });
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  to = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true });
});

async function mock(...args: string[]) {
  arrived.length = 0;
  let stdout = "";
  let stderr = "";
  const document = path.join(folder, "kennel.json");
  const code = await runCommand(["mock", "--document", document, ...args], {
    stdout: { write: (written) => (stdout += written) },
    stderr: { write: (written) => (stderr += written) },
    env: {},
  });
  return { code, stdout, stderr };
}

test("--send sends the document's example, without writeOnly properties", async () => {
  status = 200;
  const { code, stdout } = await mock("--send", "newDog", "--to", to);
  expect([code, stdout]).toEqual([0, `POST ${to}\n{"id":7,"name":"Rex"}\nanswered 200\n`]);
  expect(arrived).toEqual([
    { method: "POST", body: '{"id":7,"name":"Rex"}', kennel: expect.stringMatching(/^-?\d+$/) },
  ]);
});

test("--send generates a payload if the document has no example, also for a callback", async () => {
  status = 204;
  const { code, stdout } = await mock("--send", "bookWalk.onReturn", "--to", to, "--json");
  const sent = JSON.parse(stdout);
  expect([code, sent.status, sent.documented]).toEqual([0, 204, true]);
  expect(arrived).toEqual([{ method: "PUT", body: sent.body, kennel: undefined }]);
  expect(JSON.parse(sent.body)).toEqual({ minutes: expect.any(Number) });
});

test("1 for an undocumented response", async () => {
  status = 500;
  const { code, stdout } = await mock("--send", "newDog", "--to", to);
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining("answered 500, a status that the document doesn't have"),
  ]);
});

test.each([
  [
    "The document has no webhook meowed, only newDog, moved, barked, bookWalk.onReturn.",
    ["--send", "meowed", "--to", "http://a"],
  ],
  ["--send newPet --to http://localhost:3000/hook", ["--send", "newDog"]],
  ['not "nowhere"', ["--send", "newDog", "--to", "nowhere"]],
  ["No server answers at http://127.0.0.1:1/.", ["--send", "newDog", "--to", "http://127.0.0.1:1"]],
])("2 with the reason: %s", async (reason, args) => {
  expect(await mock(...args)).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(reason) });
});

test("a form is generated from its schema, and has a media type", () => {
  const document = readDocument(structuredClone(kennelDocument));
  const barked = document.outgoing.find(({ name }) => name === "barked");
  expect(barked && examplePayload(document, barked)).toMatchObject({
    body: { contentType: "application/x-www-form-urlencoded", content: { times: expect.any(Number) } },
  });
});
