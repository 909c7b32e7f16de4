import { expect, onTestFinished, test } from "vitest";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createChoice } from "../../server/http/route.ts";
import { exampleRequest } from "../../testing/samples/example-request.ts";
import { startApp } from "../helpers/small-app.ts";

// Operations with one method and path that differ in their required query parameters and headers, as in AWS's documents.

const only = (place: string, name: string, value: string) => ({
  in: place,
  name,
  required: true,
  schema: { type: "string", enum: [value] },
});
const version = only("query", "Version", "1");
const responses = { "200": { description: "Done.", content: { "application/json": { schema: {} } } } };
const operation = (operationId: string, ...parameters: object[]) => ({ operationId, parameters, responses });

const raw: RawDocument = {
  openapi: "3.0.3",
  info: { title: "Harbour", version: "1.0.0" },
  paths: {
    "/#Action=ListBoats": { get: operation("listBoats", only("query", "Action", "ListBoats"), version) },
    "/#Action=SinkBoat": { get: operation("sinkBoat", only("query", "Action", "SinkBoat"), version) },
    "/calls#target=Moor": { post: operation("moor", only("header", "X-Target", "Harbour.Moor")) },
    "/calls#target=Leave": { post: operation("leave", only("header", "X-Target", "Harbour.Leave")) },
    "/boats": { get: operation("listAll") },
    "/boats#flags": { get: operation("listFlags", only("query", "flags", "true")) },
    "/boats#since": {
      get: operation("listSince", { in: "query", name: "since", required: true, schema: { type: "string" } }),
    },
    "/boats#size": {
      get: operation("listSized", only("query", "sized", "true"), {
        in: "query",
        name: "size",
        required: true,
        schema: { type: "object", properties: { length: { type: "integer" } } },
      }),
    },
    "/docks#old": { get: operation("listDocks") },
  },
};

async function start() {
  const ids = Object.values(raw.paths).flatMap((item) =>
    Object.values<{ operationId: string }>(item).map(({ operationId }) => operationId),
  );
  const handlers = Object.fromEntries(ids.map((id) => [id, async () => ({ status: 200, body: id })]));
  const app = await startApp({ raw: structuredClone(raw), handlers });
  onTestFinished(app.close);
  const ask = async (address: string, init?: RequestInit) => {
    const answer = await fetch(app.url + address, init);
    return answer.status === 200
      ? answer.json()
      : [answer.status, ((await answer.json()) as { error: string }).error];
  };
  return { app, ask };
}

test("a request goes to the operation whose required parameters it has", async () => {
  const { ask } = await start();
  const call = (target: string) => ask("/calls", { method: "POST", headers: { "x-target": target } });
  expect(await ask("/?Action=ListBoats&Version=1")).toBe("listBoats");
  expect(await ask("/?Version=1&Action=SinkBoat")).toBe("sinkBoat");
  expect(await call("Harbour.Moor")).toBe("moor");
  expect(await call("Harbour.Leave")).toBe("leave");
  expect(await ask("/boats")).toBe("listAll");
  expect(await ask("/boats?flags=true")).toBe("listFlags");
  expect(await ask("/boats?flags=false")).toBe("listAll");
  expect(await ask("/boats?since=2026")).toBe("listSince");
  // A request has the properties of the object.
  expect(await ask("/boats?sized=true&length=3")).toBe("listSized");
  expect(await ask("/docks")).toBe("listDocks");
});

test("400 from the operation that fits the request best", async () => {
  const { ask } = await start();
  expect(await ask("/?Action=SinkBoat&Version=2")).toEqual([400, expect.stringContaining("Version")]);
  expect(await ask("/?Action=Unknown&Version=1")).toEqual([400, expect.stringContaining("Action")]);
  expect(await ask("/")).toEqual([400, expect.stringContaining("Action")]);
  expect(await ask("/calls", { method: "POST" })).toEqual([400, expect.stringContaining("X-Target")]);
});

test("405 for a method without an operation at the address", async () => {
  const { app } = await start();
  const answer = await fetch(`${app.url}/boats`, { method: "PUT" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("generated requests and the client's requests have no fragment", async () => {
  const { app, ask } = await start();
  for (const one of app.document.operations) {
    const request = exampleRequest(app.document, one);
    expect(request?.path).not.toContain("#");
    const { method = "", path = "", headers = {} } = request ?? {};
    expect(await ask(path, { method, headers })).toBe(one.operationId);
  }
  expect(callTable(app.document)["GET /boats#flags"]).toEqual({ path: "/boats" });
});

test("exchanges are compared with the operation that answered", async () => {
  const { app } = await start();
  await app.fetch(`${app.url}/boats?flags=true`);
  expect(app.exchanges.at(-1)?.operation?.operationId).toBe("listFlags");
});

test("a note lists the shared addresses, and an operation that can't be distinguished is left out", async () => {
  const twice = structuredClone(raw);
  // A request to `/boats` may have a name, too.
  const named = { in: "query", name: "name", schema: { type: "string" } };
  twice.paths["/boats"].get.parameters = [named];
  twice.paths["/boats#named"] = { get: operation("listNamed", { ...named, required: true }) };
  twice.paths["/boats#flags&old"] = { get: operation("listOld", only("query", "flags", "true")) };
  const app = await startApp({ raw: twice });
  onTestFinished(app.close);
  expect(app.document.notes).toEqual([
    {
      severity: "info",
      pointer: "#/paths/~1#Action=ListBoats/get",
      message:
        "2 operations have paths with a fragment, which isn't sent: a request to / goes to the operation whose required query parameters and headers it has.",
    },
    expect.objectContaining({ severity: "info", pointer: "#/paths/~1calls#target=Moor/post" }),
    expect.objectContaining({ severity: "info", pointer: "#/paths/~1boats#flags/get" }),
    expect.objectContaining({
      severity: "info",
      message: expect.stringMatching(/^This operation's path has a fragment.* \/docks /),
    }),
    expect.objectContaining({
      severity: "warning",
      pointer: "#/paths/~1boats#named/get",
      message: expect.stringContaining("from requests to GET /boats, which answers them"),
    }),
    expect.objectContaining({
      severity: "warning",
      pointer: "#/paths/~1boats#flags&old/get",
      message: expect.stringContaining("from requests to GET /boats#flags, which answers them"),
    }),
  ]);
});

test("a dangling parameter only prevents its own path from being served", () => {
  const broken = structuredClone(raw);
  broken.paths["/#broken"] = { parameters: [{ $ref: "#/nowhere" }], get: operation("broken") };
  const ids = (one: RawDocument) => readDocument(one).operations.map(({ operationId }) => operationId);
  expect(ids(broken)).toEqual(ids(structuredClone(raw)));
});

test("an operation's own parameter replaces the path's, which then distinguishes nothing", () => {
  const action = { in: "query", name: "Action", schema: { type: "string" } };
  const shared = (id: string) => ({ parameters: [action], get: operation(id, only("query", "Action", id)) });
  const { operations } = readDocument({
    openapi: "3.0.3",
    info: { title: "Harbour", version: "1.0.0" },
    paths: { "/#one": shared("one"), "/#two": shared("two") },
  });
  expect(operations.map(({ operationId }) => operationId)).toEqual(["one", "two"]);
});

test("finding one of a thousand costs the same", () => {
  const names = Array.from({ length: 1000 }, (_, n) => `Act${n}`);
  const document = readDocument({
    openapi: "3.0.3",
    info: { title: "Many", version: "1.0.0" },
    paths: Object.fromEntries(
      names.map((name) => [`/#${name}`, { get: operation(name, version, only("header", "X-Target", name)) }]),
    ),
  });
  const choose = createChoice(
    document,
    document.operations.map((one) => ({ operation: one, names: [] })),
  );
  let reads = 0;
  const headers = Object.defineProperty({}, "x-target", {
    get() {
      reads++;
      return "Act999";
    },
  });
  expect(choose({ url: "/?Version=1", headers }).operation.operationId).toBe("Act999");
  expect(reads).toBeLessThan(5);
});
