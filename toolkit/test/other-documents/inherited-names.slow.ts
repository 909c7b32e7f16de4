import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { credentials, header } from "../../client/credentials.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import type { Authenticator } from "../../server/http/credentials/authenticate.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { createCompiler } from "../../testing/samples/values/values.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { compareContracts } from "../helpers/compare-raw.ts";
import { deriveRequests } from "../helpers/derive-requests.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";
import { inheritedNames, inheritedNamesDocument } from "./inherited-names-document.ts";

const byName = <T>(value: (name: string) => T): Record<string, T> =>
  Object.fromEntries(inheritedNames.map((name) => [name, value(name)]));

let app: SmallApp;
// biome-ignore lint/suspicious/noExplicitAny: the input of a handler.
let given: any;
let answered: unknown;
let answeredHeaders: Record<string, string> | undefined;

beforeAll(async () => {
  const handler: AnyHandler = async (input) => {
    given = input;
    return { status: 200, body: answered, ...(answeredHeaders && { headers: answeredHeaders }) };
  };
  const ids = ["none", "filter", "map", "optional", "defaults", "dependent", "form", ...inheritedNames];
  app = await startApp({
    raw: structuredClone(inheritedNamesDocument),
    handlers: Object.fromEntries(ids.map((id) => [id, handler])),
    authenticators: Object.fromEntries(
      inheritedNames.map((name) => [name, async ({ credential }) => ({ caller: credential, bucket: name })]),
    ),
  });
});
let fuzzed: SmallApp;
beforeAll(async () => {
  const raw = structuredClone(inheritedNamesDocument);
  const document = readDocument(raw);
  const handlers = document.operations.map(({ operationId, responses }): [string, AnyHandler] => {
    const schema = closeSchema(document, responses["200"]?.content["application/json"]?.schema, "response");
    const [body] = fc.sample(createCompiler(schema).values(schema), { numRuns: 1, seed: 1 });
    return [operationId, async () => ({ status: 200, body })];
  });
  const authenticator =
    (name: string): Authenticator =>
    async ({ credential }) =>
      credential === `secret-${name}` ? { caller: {}, bucket: name } : undefined;
  fuzzed = await startApp({
    raw,
    handlers: Object.fromEntries(handlers),
    authenticators: byName(authenticator),
  });
});
afterAll(() => Promise.all([app.close(), fuzzed.close()]));
beforeEach(() => {
  given = undefined;
  answered = {};
  answeredHeaders = undefined;
});

const post = (path: string, body: string, headers: [string, string][] = []) =>
  app.fetch(app.url + path, {
    method: "POST",
    headers: [["Content-Type", "application/json"], ...headers],
    body,
  });

const entriesOf = (value: object) => Object.entries(value);

describe.each(inheritedNames)("%s", (name) => {
  // fetch doesn't send such a header; see header-of.test.ts.
  const isSendable = name !== "__proto__";
  const one = `{${JSON.stringify(name)}: 1}`;

  test("200 if it names the operation, its parameters, its schemas and its credential", async () => {
    answered = JSON.parse(one);
    const headers: [string, string][] = [
      [name, "3"],
      ["cookie", `${name}=4`],
    ];
    const response = await post(`/${name}/1?${name}=2&key-${name}=secret`, one, headers);
    expect([response.status, await response.text()]).toEqual([200, one.replace(" ", "")]);
    expect([given.path, given.query, given.headers, given.cookies, given.body].map(entriesOf)).toEqual(
      [1, 2, 3, 4, 1].map((value) => (value === 3 && !isSendable ? [] : [[name, value]])),
    );
    expect(given.caller).toBe("secret");
  });

  test("400 for a value of another type in each place, and for a missing required property", async () => {
    const query = `key-${name}=secret`;
    expect((await post(`/${name}/x?${query}`, one)).status).toBe(400);
    expect((await post(`/${name}/1?${query}&${name}=x`, one)).status).toBe(400);
    if (isSendable) expect((await post(`/${name}/1?${query}`, one, [[name, "x"]])).status).toBe(400);
    expect((await post(`/${name}/1?${query}`, one, [["cookie", `${name}=x`]])).status).toBe(400);
    expect((await post(`/${name}/1?${query}`, one.replace("1", '"x"'))).status).toBe(400);
    expect((await post(`/${name}/1?${query}`, "{}")).status).toBe(400);
    expect((await post(`/${name}/1`, one)).status).toBe(401);
    expect(given).toBeUndefined();
  });

  test("500 for a response whose property is missing or of another type", async () => {
    const statuses = [];
    for (const body of ["{}", one.replace("1", '"x"')]) {
      answered = JSON.parse(body);
      statuses.push(
        (
          await fetch(`${app.url}/${name}/1?key-${name}=s`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: one,
          })
        ).status,
      );
    }
    expect(statuses).toEqual([500, 500]);
  });

  test("200 and 400 for it as a key of a map, and as an optional property", async () => {
    answered = JSON.parse(one);
    const response = await post("/map", one);
    expect([response.status, await response.text()]).toEqual([200, one.replace(" ", "")]);
    expect(entriesOf(given.body)).toEqual([[name, 1]]);
    expect((await post("/map", one.replace("1", "true"))).status).toBe(400);
    answered = {};
    expect((await post("/optional", one.replace("1", '"x"'))).status).toBe(200);
    expect(entriesOf(given.body)).toEqual([[name, "x"]]);
    expect((await post("/optional", one)).status).toBe(400);
  });

  test("400 if a property that it depends on is missing", async () => {
    expect((await post("/dependent", one)).status).toBe(400);
    expect((await post("/dependent", one.replace("}", ', "with": 1}'))).status).toBe(200);
  });

  test("200 with it as a header, whether it is documented or not", async () => {
    if (!isSendable) return;
    answeredHeaders = { [name]: "fast" };
    answered = JSON.parse(one);
    const documented = await post(`/${name}/1?key-${name}=secret`, one);
    const undocumented = await post("/map", one);
    const texts = [documented, undocumented].map(({ status, headers }) => [status, headers.get(name)]);
    expect(texts).toEqual([
      [200, "fast"],
      [200, "fast"],
    ]);
  });

  test("200 for it as a field of a form", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const send = (body: string) => app.fetch(`${app.url}/form`, { method: "POST", headers, body });
    expect((await send(`${name}=5`)).status).toBe(200);
    expect(entriesOf(given.body)).toEqual([[name, 5]]);
    expect((await send(`${name}=x`)).status).toBe(400);
  });

  test("200 for it within an object of a query", async () => {
    expect((await app.fetch(`${app.url}/filter?where[${name}]=5`)).status).toBe(200);
    expect(entriesOf(given.query.where)).toEqual([[name, 5]]);
    expect((await app.fetch(`${app.url}/filter?where[${name}]=x`)).status).toBe(400);
  });
});

test("200 if all are optional and none is sent", async () => {
  expect((await app.fetch(`${app.url}/none`)).status).toBe(200);
  expect([given.query, given.headers, given.cookies].map(entriesOf)).toEqual([[], [], []]);
  expect((await post("/optional", "{}")).status).toBe(200);
  expect((await post("/dependent", "{}")).status).toBe(200);
});

test("200 with the default of each that isn't sent, as its own property", async () => {
  expect((await post("/defaults", '{"toString": 5}')).status).toBe(200);
  expect(new Map(Object.entries(given.body))).toEqual(
    new Map(inheritedNames.map((name) => [name, name === "toString" ? 5 : 3])),
  );
  expect(Object.getPrototypeOf(given.body)).toBe(Object.prototype);
});

test("the fuzzer breaks all of them, and finds nothing on a conforming server", async () => {
  const { document } = fuzzed;
  const sender = createSender(fuzzed.url);
  const owner = { credentials: byName((name) => `secret-${name}`), known: {}, markers: [] };
  const { failures, skipped, answers } = await createFuzzer({ document, sender, owner }).run({
    runs: 300,
    seed: 5,
  });
  sender.close();
  expect(failures.map(({ message }) => message)).toEqual([]);
  expect(skipped.filter((one) => inheritedNames.some((name) => one.startsWith(`${name}:`)))).toEqual([]);
  const statuses = inheritedNames.flatMap((name) => [`${name} 200`, `${name} 400`]);
  expect(statuses.filter((one) => !Object.hasOwn(answers, one))).toEqual([]);
});

test("coverage reads them in requests, and generates a request for each of their rules", () => {
  const ids = [...inheritedNames, "none", "map"];
  const operations = app.document.operations.filter(({ operationId }) => ids.includes(operationId));
  expect(operations.map((one) => deriveRequests(app.document, one, {}).length)).toEqual([
    ...inheritedNames.map(() => 19),
    27,
    6,
  ]);
});

test("the client sends parameters and credentials with these names, and no others", async () => {
  const requests: Request[] = [];
  const client = createTypedClient<Record<string, never>, string>(
    {
      baseUrl: "http://grand-prix.test",
      fetch: async (request: Request) => {
        requests.push(request);
        return Response.json({});
      },
    },
    {
      ...clientTraits(callTable(app.document)),
      credentials: credentials(
        {},
        byName((name) => header(`key-${name}`)),
      ),
    },
  );
  const values = byName((name) => `value-${name}`);
  const call = client.request as unknown as (method: string, path: string, init: object) => Promise<unknown>;
  await call("get", "/none", { params: { query: values, cookie: values, header: values } });
  const [request] = requests;
  const sent = new URL(request?.url ?? "").searchParams;
  expect([...sent]).toEqual(Object.entries(values));
  expect(request?.headers.get("cookie")).toBe(
    inheritedNames.map((name) => `${name}=value-${name}`).join("; "),
  );
  expect(request?.headers.get("tostring")).toBe("value-toString");
  expect([...(request?.headers.keys() ?? [])].filter((name) => name.startsWith("key-"))).toEqual([]);
});

test("a document equals itself, and a removed property is found", async () => {
  const changed = structuredClone(inheritedNamesDocument);
  const schemas = changed.components.schemas;
  for (const name of inheritedNames) {
    const schema = Object.getOwnPropertyDescriptor(schemas, name)?.value;
    schema.required = [];
  }
  const places = { locate: (pointer: string) => ({ pointer, file: "", line: 1 }) };
  const compare = (revision: RawDocument) =>
    compareContracts(structuredClone(inheritedNamesDocument), revision, "2026-11-26", places);
  expect((await compare(structuredClone(inheritedNamesDocument))).breaking).toEqual([]);
  const found = JSON.stringify((await compare(changed)).breaking);
  expect(inheritedNames.filter((name) => !found.includes(name))).toEqual([]);
});
