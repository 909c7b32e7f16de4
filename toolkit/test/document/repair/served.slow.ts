import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { RawDocument } from "../../../server/document/document.ts";
import type { AnyHandler } from "../../../server/http/steps/handle.ts";
import { buildFaults } from "../../../server/validation/build-faults.ts";
import { createSender } from "../../../testing/fuzz/http.ts";
import { createFuzzer } from "../../../testing/fuzz/run.ts";
import { startMock } from "../../../testing/mock/start-mock.ts";
import { isSendable } from "../../../testing/samples/credentials.ts";
import { startApp } from "../../helpers/small-app.ts";

type Json = Record<string, unknown>;

/** A row of served.yaml, which explains its columns. */
interface Row {
  fault: string;
  get?: Json;
  query?: Json;
  body?: Json;
  document?: Json;
  without?: string[];
  calls: Call[];
}

interface Call {
  /** Method and path. */
  request: string;
  headers?: Record<string, string>;
  body?: unknown;
  status: number;
  mocked?: number;
}

const rows: Row[] = parse(await readFile(new URL("served.yaml", import.meta.url), "utf8"));

const object = { content: { "application/json": { schema: { type: "object" } } } };
const responses = { "200": { description: "Done.", ...object } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

function pathsOf({ get, query, body, without = [] }: Row): Json {
  if (body) {
    const requestBody = { content: { "application/json": { schema: body } } };
    return { "/boats": { post: { operationId: "addBoat", requestBody, responses } } };
  }
  if (!get && !query) return {};
  const parameters = query ? [id, { name: "q", in: "query", schema: query }] : [id];
  const operation: Json = { operationId: "getBoat", parameters, responses, ...get };
  for (const name of without) delete operation[name];
  return { "/boats/{id}": { get: operation } };
}

function documentOf(row: Row): RawDocument {
  const { document, without = [] } = row;
  const info = { title: "Boats", version: "1.0.0" };
  const raw: Json = { openapi: "3.0.3", info, paths: pathsOf(row), ...document };
  for (const name of without) delete raw[name];
  return raw as RawDocument;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-served-"));
});
afterAll(() => rm(folder, { recursive: true }));

const handler: AnyHandler = async () => ({ status: 200, body: {} });
const handlers = Object.fromEntries(
  ["getBoat", "getOther", "getOld", "getBoats", "getShips", "getAny", "addBoat", "sinkBoat"].map((id) => [
    id,
    handler,
  ]),
);
const isGood = ({ credential, request }: { credential: string; request: { headers: object } }) =>
  /good/.test(credential + JSON.stringify(request.headers))
    ? { caller: { name: "good" }, bucket: "good" }
    : undefined;
const authenticators = Object.fromEntries(
  ["oidc", "digest", "certificate", "seal", "key"].map((name) => [name, isGood]),
);

const credentials = Object.fromEntries(Object.keys(authenticators).map((name) => [name, "good:good"]));

function initOf({ body, headers }: Call): RequestInit {
  if (body === undefined) return { headers: { ...headers } };
  return { headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

describe("served in spite of:", () => {
  test.each(rows)("$fault", async (row) => {
    const raw = documentOf(row);
    const file = path.join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(raw));
    const app = await startApp({ raw: structuredClone(raw), handlers, authenticators });
    const mock = await startMock({ document: file, port: 0 });
    const sender = createSender(app.url);
    try {
      for (const call of row.calls) {
        const [method = "GET", address] = call.request.split(" ");
        const answers = await Promise.all(
          [app.url, mock.url].map((url) => fetch(url + address, { method, ...initOf(call) })),
        );
        const statuses = answers.map((answer) => answer.status);
        expect(statuses, call.request).toEqual([call.status, call.mocked ?? call.status]);
      }
      expect(buildFaults(app.document)).toEqual([]);
      // A client certificate isn't part of a request, so the fuzzer can't show one.
      if (!Object.values(app.document.securitySchemes).every(isSendable)) return;
      const target = { document: app.document, sender, owner: { credentials, known: {}, markers: [] } };
      const { failures } = await createFuzzer(target).run({ runs: 40, seed: 3 });
      expect(failures.map(({ oracle, message }) => [oracle, message])).toEqual([]);
    } finally {
      sender.close();
      await app.close();
      await mock.close();
    }
  });
});
