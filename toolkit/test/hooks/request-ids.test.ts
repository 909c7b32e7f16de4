import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { requestIdNotes } from "../../cli/inspect/request-id-notes.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { type SmallAppParts, startApp } from "../helpers/small-app.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function rawWith(schema: object) {
  const headers = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
  return {
    openapi: "3.1.0",
    info: { title: "Locks", version: "1" },
    paths: {
      "/gates": {
        get: { operationId: "listGates", responses: { "204": { description: "None.", headers } } },
      },
    },
    components: { headers: { RequestId: { schema } } },
  };
}

async function start(parts: SmallAppParts) {
  const app = await startApp({ handlers: { listGates: async () => ({ status: 204 }) }, ...parts });
  onTestFinished(() => app.close());
  return app;
}

test("204 with an id from the service, and with a proxy's id only if it fits the document", async () => {
  const raw = rawWith({ type: "string", format: "uuid" });
  const { url, fetch } = await start({ raw, newRequestId: () => randomUUID() });
  const idOf = async (headers: Record<string, string>) =>
    (await fetch(`${url}/gates`, { headers })).headers.get("x-request-id");
  expect(await idOf({})).toMatch(uuid);
  expect(await idOf({ "X-Request-Id": "proxy-7" })).toMatch(uuid);
  const given = randomUUID();
  expect(await idOf({ "X-Request-Id": given })).toBe(given);
});

test("204 with a proxy's id if the document allows any string", async () => {
  const { url, fetch } = await start({ raw: rawWith({ type: "string" }) });
  const { headers } = await fetch(`${url}/gates`, { headers: { "X-Request-Id": "proxy-7" } });
  expect(headers.get("x-request-id")).toBe("proxy-7");
});

test("400 with an id from the service if the bytes aren't HTTP", async () => {
  const raw = rawWith({ type: "string", format: "uuid" });
  const { url } = await start({ raw, newRequestId: () => randomUUID() });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end("nonsense\r\n\r\n");
  const id = /^x-request-id: (.*)\r$/im.exec(await text(socket))?.[1];
  expect(id).toMatch(uuid);
});

test.each<[object, number]>([
  [{ type: "string" }, 0],
  [{ type: "string", pattern: "^req_[0-9a-z]+$", maxLength: 64 }, 0],
  [{ type: "string", format: "uuid" }, 1],
  [{ type: "string", pattern: "^[0-9]+$" }, 1],
  [{ type: "string", maxLength: 16 }, 1],
  [{ type: "integer" }, 1],
])("ids of the server that don't fit %j are reported", (schema, count) => {
  const notes = requestIdNotes(readDocument(rawWith(schema) as never));
  expect(notes).toHaveLength(count);
  if (count > 0) {
    expect(notes[0]).toMatchObject({
      severity: "warning",
      pointer: "#/paths/~1gates/get/responses/204/headers/x-request-id",
      message: expect.stringContaining("Set `newRequestId` in the service"),
    });
  }
});
