import { afterEach, describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import type { IdempotencyStore } from "../../server/idempotency/idempotency-store.ts";
import { memoryIdempotencyStore } from "../../server/idempotency/memory-idempotency-store.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

const keyHeader = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };
const error = {
  description: "Refused.",
  content: {
    "application/json": {
      schema: { type: "object", properties: { error: { type: "string" }, code: { type: "string" } } },
    },
  },
};
const errors = Object.fromEntries([400, 401, 403, 404, 409, 415, 429, 500].map((status) => [status, error]));
const pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  security: [{ token: [] }],
  paths: {
    "/pets": {
      post: {
        operationId: "addPet",
        parameters: [keyHeader],
        requestBody: { required: true, content: { "application/json": { schema: pet } } },
        responses: {
          201: {
            description: "Added.",
            headers: { Location: { schema: { type: "string" } } },
            content: { "application/json": { schema: { ...pet, properties: { name: {}, count: {} } } } },
          },
          202: { description: "Later." },
          ...errors,
        },
      },
      put: {
        operationId: "replacePets",
        parameters: [keyHeader],
        requestBody: {
          content: { "application/json": { schema: pet }, "application/pet+json": { schema: pet } },
        },
        responses: { 200: { description: "Replaced." }, ...errors },
      },
      patch: {
        operationId: "changePets",
        responses: { 200: { description: "Changed." }, ...errors },
      },
    },
  },
};

let app: SmallApp | undefined;
afterEach(() => app?.close());

interface Sent {
  key?: string;
  body?: string;
  method?: string;
  token?: string;
  path?: string;
  type?: string;
}

async function start(handlers: Record<string, AnyHandler>, idempotencyStore?: IdempotencyStore) {
  const started = await startApp({ raw, handlers, ...(idempotencyStore && { idempotencyStore }) });
  app = started;
  return async ({
    key = "key-1",
    body = '{"name":"Rex"}',
    method = "POST",
    token = "good",
    path = "/pets",
    type = "application/json",
  }: Sent = {}) => {
    const response = await fetch(`${started.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": type, "Idempotency-Key": key },
      body,
    });
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.get("Idempotent-Replayed"),
      headers: response.headers,
    };
  };
}

/** Adds a pet, and counts how often. */
function counting() {
  const calls: { idempotencyToken: string | undefined }[] = [];
  const addPet: AnyHandler = (input) => {
    calls.push(input);
    return {
      status: 201,
      body: { name: `${input.body.name} é`, count: calls.length },
      headers: { Location: `/pets/${calls.length}` },
    };
  };
  return { calls, addPet };
}

describe("the first answer again", () => {
  test("with its status, its headers and each byte of its body", async () => {
    const { calls, addPet } = counting();
    const send = await start({ addPet });
    const first = await send();
    const second = await send();
    expect([first.status, first.replayed]).toEqual([201, null]);
    expect([second.status, second.replayed]).toEqual([201, "true"]);
    expect(second.text).toBe(first.text);
    for (const name of ["Location", "Content-Type", "Content-Length"]) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(second.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    expect(calls).toHaveLength(1);
  });

  test("without a body", async () => {
    let calls = 0;
    const send = await start({
      addPet: () => {
        calls++;
        return { status: 202 };
      },
    });
    await send();
    const { status, text, replayed } = await send();
    expect([status, text, replayed, calls]).toEqual([202, "", "true", 1]);
  });

  test("even if the operation refused the request", async () => {
    let calls = 0;
    const send = await start({
      addPet: () => {
        throw new ApiError("CONFLICT", `Attempt ${++calls}.`, { headers: { Allow: "GET" } });
      },
    });
    const first = await send();
    const second = await send();
    expect([first.status, first.replayed]).toEqual([409, null]);
    expect([second.status, second.text, second.replayed]).toEqual([409, first.text, "true"]);
    expect(second.headers.get("Allow")).toBe("GET");
    expect(calls).toBe(1);
  });

  test("for as long as the document says, or a day", async () => {
    const clock = { now: 0 };
    const store = memoryIdempotencyStore({ now: () => clock.now });
    const { calls, addPet } = counting();
    const send = await start({ addPet }, store);
    await send();
    clock.now = 24 * 60 * 60 * 1000 - 1;
    expect((await send()).replayed).toBe("true");
    clock.now++;
    expect((await send()).replayed).toBeNull();
    expect(calls).toHaveLength(2);
  });

  test("only to the same caller", async () => {
    const { calls, addPet } = counting();
    const send = await start({ addPet });
    await send();
    expect((await send({ token: "other" })).replayed).toBeNull();
    expect(calls).toHaveLength(2);
  });
});

describe("409 CONFLICT", () => {
  test.each<[string, Sent]>([
    ["another body", { body: '{"name":"Fido"}' }],
    ["another query", { path: "/pets?loud=1" }],
    ["another operation", { method: "PUT" }],
  ])("for %s with the same key", async (_, other) => {
    const { calls, addPet } = counting();
    const send = await start({ addPet, replacePets: () => ({ status: 200 }) });
    await send();
    const { status, replayed, headers } = await send(other);
    expect([status, replayed, headers.get("Retry-After")]).toEqual([409, null, null]);
    expect(calls).toHaveLength(1);
  });

  test("for the same bytes as another media type", async () => {
    const send = await start({ replacePets: () => ({ status: 200 }) });
    expect((await send({ method: "PUT" })).status).toBe(200);
    expect((await send({ method: "PUT", type: "application/pet+json" })).status).toBe(409);
  });

  test("with Retry-After while the first request is being handled", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const send = await start({
      addPet: async () => {
        begun.resolve();
        await promise;
        return { status: 201, body: { name: "Rex" } };
      },
    });
    const first = send();
    await begun.promise;
    const second = await send();
    expect([second.status, second.headers.get("Retry-After")]).toEqual([409, "1"]);
    resolve();
    expect((await first).status).toBe(201);
    expect((await send()).replayed).toBe("true");
  });
});

describe("nothing is stored", () => {
  test.each<[string, unknown, number]>([
    ["an unexpected error", new Error("boom"), 500],
    ["a temporary one", new ApiError("INTERNAL_ERROR", "Busy."), 500],
    ["401", new ApiError("UNAUTHORIZED", "Who?"), 401],
    ["429", new ApiError("RATE_LIMITED", "Later."), 429],
    ["Retry-After", new ApiError("CONFLICT", "Later.", { headers: { "Retry-After": "5" } }), 409],
  ])("for %s: the next attempt is handled at once, with the same token", async (_, fault, status) => {
    const { calls, addPet } = counting();
    const send = await start({
      addPet: (input, services) => {
        if (calls.length > 0) return addPet(input, services);
        calls.push(input);
        throw fault;
      },
    });
    expect((await send()).status).toBe(status);
    const second = await send();
    expect([second.status, second.replayed]).toEqual([201, null]);
    const [failed, succeeded] = calls;
    expect(failed?.idempotencyToken).toMatch(/.{20}/);
    expect(succeeded?.idempotencyToken).toBe(failed?.idempotencyToken);
  });

  test("for an undocumented answer", async () => {
    let calls = 0;
    const send = await start({ addPet: () => ({ status: calls++ === 0 ? 418 : 202 }) });
    expect([(await send()).status, (await send()).status]).toEqual([500, 202]);
  });

  test("for requests that don't fit the document", async () => {
    const { addPet } = counting();
    const send = await start({ addPet });
    expect((await send({ body: "{}" })).status).toBe(400);
    expect((await send({ body: "{" })).status).toBe(400);
    expect((await send({ type: "text/plain" })).status).toBe(415);
    expect((await send({ token: "bad" })).status).toBe(401);
    expect((await send({ token: "poor" })).status).toBe(403);
    expect((await send()).status).toBe(201);
  });

  test("if it can't be: the caller gets 500, and can retry", async () => {
    const store = memoryIdempotencyStore();
    let isAway = true;
    const { calls, addPet } = counting();
    const send = await start(
      { addPet },
      {
        ...store,
        keep: async (...kept) => {
          if (isAway) throw new Error("The database is away.");
          await store.keep(...kept);
        },
      },
    );
    expect((await send()).status).toBe(500);
    isAway = false;
    expect((await send()).status).toBe(201);
    expect(calls[1]?.idempotencyToken).toBe(calls[0]?.idempotencyToken);
  });
});

test("400 for a key that is empty or longer than 255 characters", async () => {
  const { calls, addPet } = counting();
  const send = await start({ addPet });
  expect((await send({ key: "" })).status).toBe(400);
  expect((await send({ key: "k".repeat(256) })).status).toBe(400);
  expect((await send({ key: "k".repeat(255) })).status).toBe(201);
  expect(calls).toHaveLength(1);
});

test("the store isn't used without a key, or if the document has no such header", async () => {
  const untouchable: IdempotencyStore = {
    claim: () => expect.unreachable(),
    keep: () => expect.unreachable(),
    release: () => expect.unreachable(),
  };
  const tokens: unknown[] = [];
  const addPet: AnyHandler = ({ idempotencyToken }) => {
    tokens.push(idempotencyToken);
    return { status: 201, body: { name: "Rex" } };
  };
  const send = await start({ addPet, changePets: () => ({ status: 200 }) }, untouchable);
  const response = await fetch(`${app?.url}/pets`, {
    method: "POST",
    headers: { Authorization: "Bearer good", "Content-Type": "application/json" },
    body: '{"name":"Rex"}',
  });
  expect(response.status).toBe(201);
  expect((await send({ method: "PATCH" })).status).toBe(200);
  expect(tokens).toEqual([undefined]);
});
