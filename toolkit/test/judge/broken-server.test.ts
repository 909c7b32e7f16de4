import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";

// The modules of this file are its own: workers run several files, which mustn't get the broken ones.
const broken = vi.hoisted(() => {
  vi.resetModules();
  return { part: "" };
});

vi.mock("../../server/validation/schemas/translation.ts", async (original) => {
  const module = await original<typeof import("../../server/validation/schemas/translation.ts")>();
  return {
    ...module,
    createTranslation(surroundings: Parameters<typeof module.createTranslation>[0]) {
      const { translate, targetOf } = module.createTranslation({
        ...surroundings,
        targetOf: (ref) => misread(surroundings.targetOf(ref)),
      });
      return { targetOf, translate: (schema: unknown) => translate(misread(schema)) };
    },
  };
});

vi.mock("../../server/document/media-types.ts", async (original) => {
  const module = await original<typeof import("../../server/document/media-types.ts")>();
  const findMediaType: typeof module.findMediaType = (documented, given) =>
    broken.part === "media type" ? documented[0] : module.findMediaType(documented, given);
  return { ...module, findMediaType };
});

vi.mock("../../server/document/response-for.ts", async (original) => {
  const module = await original<typeof import("../../server/document/response-for.ts")>();
  const responseFor: typeof module.responseFor = (responses, status) =>
    (broken.part === "response" && responses.default) || module.responseFor(responses, status);
  return { ...module, responseFor };
});

vi.mock("../../server/http/route.ts", async (original) => {
  const module = await original<typeof import("../../server/http/route.ts")>();
  const createRouter: typeof module.createRouter = (document, basePath) => {
    const operations = document.operations.filter(({ path }) => path !== "/tides/latest");
    return module.createRouter(broken.part === "route" ? { ...document, operations } : document, basePath);
  };
  return { ...module, createRouter };
});

/** A schema without the broken keyword. If it is `nullable`, every type allows null. */
function misread(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(misread);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword === broken.part) return [];
      const isNullable = broken.part === "nullable" && keyword === "type";
      return [[keyword, isNullable ? [value, "null"] : misread(value)]];
    }),
  );
}

const { createSender } = await import("../../testing/fuzz/http.ts");
const { createFuzzer } = await import("../../testing/fuzz/run.ts");
const { createJudge } = await import("../../testing/judge/judge.ts");
const { startProxy } = await import("../../testing/proxy/start-proxy.ts");
const { startApp } = await import("../helpers/small-app.ts");

afterAll(() => vi.resetModules());

const object = (more: object) => ({ type: "object", properties: {}, ...more });
const tide = (value: object, more = {}) => object({ properties: { value }, ...more });
const json = (schema: object) => ({ description: "Answer.", content: { "application/json": { schema } } });

interface Case {
  part: string;
  responses: object;
  answer: { status: number; body: unknown; contentType?: string };
  message: RegExp;
}

const ok = (schema: object) => ({ "200": json(schema) });
const body = (value: unknown) => ({ status: 200, body: { value } });

const cases: Case[] = [
  {
    part: "required",
    responses: ok(tide({ type: "string" }, { required: ["value"] })),
    answer: { status: 200, body: {} },
    message: /it\/value is missing/,
  },
  {
    part: "enum",
    responses: ok(tide({ enum: ["low", "high"] })),
    answer: body("mid"),
    message: /it\/value must be equal to one of/,
  },
  {
    part: "maxLength",
    responses: ok(tide({ type: "string", maxLength: 3 })),
    answer: body("high"),
    message: /it\/value must NOT have more than 3 characters/,
  },
  {
    part: "additionalProperties",
    responses: ok(tide({ type: "integer" }, { additionalProperties: false })),
    answer: { status: 200, body: { value: 1, port: "Hull" } },
    message: /it\/port is not a known property/,
  },
  {
    part: "nullable",
    responses: ok(tide({ type: "integer" })),
    answer: body(null),
    message: /it\/value must be integer/,
  },
  {
    part: "items",
    responses: ok(tide({ type: "array", items: { type: "integer" } })),
    answer: body([1, "two"]),
    message: /it\/value\/1 must be integer/,
  },
  {
    part: "pattern",
    responses: ok(tide({ type: "string", pattern: "^[a-z]+$" })),
    answer: body("HULL"),
    message: /it\/value must match pattern/,
  },
  {
    part: "media type",
    responses: {
      "200": {
        description: "Answer.",
        content: {
          "application/json": { schema: tide({ type: "string" }) },
          "application/vnd.tide+json": { schema: tide({ type: "integer" }) },
        },
      },
    },
    answer: { ...body("two"), contentType: "application/vnd.tide+json; version=2" },
    message: /it\/value must be integer/,
  },
  {
    part: "response",
    responses: { ...ok(tide({ type: "integer" })), default: json(tide({ type: "string" })) },
    answer: body("two"),
    message: /it\/value must be integer/,
  },
  {
    part: "route",
    responses: ok(tide({ type: "integer" })),
    answer: body(2),
    message: /it\/value must be integer/,
  },
];

async function start({ responses, answer }: Case) {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const raw = {
    openapi: "3.1.0",
    info: { title: "Tides", version: "1.0.0" },
    paths: {
      "/tides/latest": { get: { operationId: "latestTide", responses } },
      "/tides/{id}": {
        get: { operationId: "getTide", parameters: [id], responses: ok(tide({ type: "string" })) },
      },
    },
  };
  const app = await startApp({
    raw,
    handlers: { latestTide: async () => answer, getTide: async () => body("two") },
  });
  onTestFinished(() => app.close());
  return app;
}

describe.each(cases)("a server that gets $part wrong", (one) => {
  test("is stopped by its own check once it gets it right", async () => {
    broken.part = "";
    const { url } = await start(one);
    expect((await fetch(`${url}/tides/latest`)).status).toBe(one.part === "route" ? 200 : 500);
  });

  test("is found by checkingFetch", async () => {
    broken.part = one.part;
    const { url, fetch } = await start(one);
    await expect(fetch(`${url}/tides/latest`)).rejects.toThrow(one.message);
  });

  test("is found by the fuzzer", async () => {
    broken.part = one.part;
    const { url, document } = await start(one);
    const sender = createSender(url);
    onTestFinished(() => sender.close());
    const owner = { credentials: {}, known: {}, markers: [] };
    const { failures } = await createFuzzer({ document, sender, owner }).run({ runs: 40, seed: 1 });
    expect(failures.map(({ message }) => message)).toContainEqual(expect.stringMatching(one.message));
  });

  test("is found by the proxy", async () => {
    broken.part = one.part;
    const { url, document } = await start(one);
    const messages: string[] = [];
    const proxy = await startProxy({
      document,
      judge: createJudge(document),
      to: url,
      onExchange: ({ findings }) => void messages.push(...findings.map(({ message }) => message)),
    });
    onTestFinished(() => proxy.close());
    await (await fetch(`${proxy.url}/tides/latest`)).text();
    await vi.waitFor(() => expect(messages).toContainEqual(expect.stringMatching(one.message)));
  });
});
