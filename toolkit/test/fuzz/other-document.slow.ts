import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import type { Authenticators } from "../../server/http/credentials/authenticate.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { createSender, type Sender } from "../../testing/fuzz/http.ts";
import type { Party } from "../../testing/fuzz/parties.ts";
import { failureReport } from "../../testing/fuzz/report/report.ts";
import { createFuzzer, type Outcome } from "../../testing/fuzz/run.ts";
import { unlistedAdvice } from "../../testing/fuzz/unlisted.ts";
import { createCompiler } from "../../testing/samples/values/values.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";
import { harbourDocument } from "./harbour-document.ts";

// Many requests, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const credentials = {
  harbourKey: "harbour key 1",
  place: "place & key",
  session: "session-1",
  token: "token-1",
  basic: "master:open sesame",
};
const document = readDocument(harbourDocument());
const authenticators: Authenticators = Object.fromEntries(
  Object.entries(credentials).map(([scheme, value]) => {
    return [
      scheme,
      async ({ credential }) => (credential === value ? { caller: {}, bucket: scheme } : undefined),
    ];
  }),
);
/** Each answers something that its schema allows. */
const handlers: Record<string, AnyHandler> = Object.fromEntries(
  document.operations.map(({ operationId, responses }) => {
    const [[contentType, { schema = {} }] = ["", {}]] = Object.entries(responses["200"]?.content ?? {});
    const closed = closeSchema(document, schema, "response");
    const [body] = fc.sample(createCompiler(closed).values(closed), { numRuns: 1, seed: 1 });
    return [operationId, async () => ({ status: 200, body, contentType })];
  }),
);

let app: SmallApp;
let sender: Sender;
beforeAll(async () => {
  app = await startApp({ raw: harbourDocument(), handlers, authenticators });
  sender = createSender(app.url);
});
afterAll(async () => {
  sender.close();
  await app.close();
});

function fuzzer(changes: Partial<Party> = {}) {
  const owner: Party = { credentials, known: {}, markers: [], ...changes };
  return createFuzzer({ document, sender, owner });
}

const summaryOf = ({ failures, seed }: Outcome) =>
  failures.map((failure) => failureReport(failure, { base: app.url, command: "", seed }));

test("nothing is found on a server that conforms to its document", async () => {
  const outcome = await fuzzer().run({ runs: 1500, seed: 11 });
  expect(summaryOf(outcome)).toEqual([]);
  // Keywords that can't be violated alone are listed, and their runs are given to other checks.
  expect(outcome.runs).toBe(1500);
  expect(outcome.skipped).toContainEqual(
    expect.stringMatching(/^listBerths: query .* type: nothing was found/),
  );
  for (const { operationId } of document.operations) {
    expect(outcome.answers).toHaveProperty([`${operationId} 200`]);
  }
});

test("a status that servers send by themselves is advice and not a failure", async () => {
  const raw = harbourDocument();
  for (const item of Object.values(raw.paths)) {
    for (const { responses } of Object.values(item as Record<string, { responses?: object }>)) {
      for (const status of ["401", "415"]) if (responses) Reflect.deleteProperty(responses, status);
    }
  }
  const lacking = await startApp({ raw, handlers, authenticators });
  const to = createSender(lacking.url);
  onTestFinished(async () => {
    to.close();
    await lacking.close();
  });
  const target = { document: lacking.document, sender: to, owner: { credentials, known: {}, markers: [] } };
  const outcome = await createFuzzer(target).run({ runs: 600, seed: 11 });
  expect(summaryOf(outcome)).toEqual([]);
  // Our server answers 400 instead of an undocumented 415.
  expect(Object.keys(outcome.unlisted)).toEqual(["401"]);
  expect(outcome.unlisted["401"]).toContain("listBerths");
  const advice = unlistedAdvice(outcome.unlisted);
  expect(advice).toContain('"401":\n      description: Missing or invalid credentials.');
  expect(advice).toMatch(/^ {2}401 {2}listBerths, \w+, \w+ and \d+ more$/m);
});

test("a document without operations has nothing to check, and no failure", async () => {
  const info = { title: "Calls", version: "1" };
  const empty = readDocument({ openapi: "3.1.0", info, paths: {}, webhooks: {} });
  const target = { document: empty, sender, owner: { credentials: {}, known: {}, markers: [] } };
  expect(await createFuzzer(target).run({ runs: 10, seed: 1 })).toMatchObject({ failures: [], checks: 0 });
  await expect(createFuzzer(target).run({ runs: 10, seed: 1, operation: "none" })).rejects.toThrow(
    "nothing to check",
  );
});

test("any other unlisted status is a failure", async () => {
  const teapot = await startApp({ raw: harbourDocument(), handlers, authenticators });
  const to = createSender(teapot.url);
  onTestFinished(async () => {
    to.close();
    await teapot.close();
  });
  const answered: Sender = {
    ...to,
    send: async (request) => ({ ...(await to.send(request)), status: 418 }),
  };
  const target = { document, sender: answered, owner: { credentials, known: {}, markers: [] } };
  const { failures, unlisted } = await createFuzzer(target).run({ runs: 20, seed: 11, maxFailures: 1 });
  expect(failures.map(({ oracle }) => oracle)).toEqual(["undocumented status"]);
  expect(unlisted).toEqual({});
});
