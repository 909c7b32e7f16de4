import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readDocument } from "../../document/document.ts";
import { createSender, type Sender } from "../../fuzz/http.ts";
import { failureReport } from "../../fuzz/report/report.ts";
import { createFuzzer, type Outcome } from "../../fuzz/run.ts";
import type { Party } from "../../fuzz/session.ts";
import { createCompiler } from "../../fuzz/valid/values.ts";
import type { Authenticators } from "../../http/credentials/authenticate.ts";
import type { AnyHandler } from "../../http/steps/handle.ts";
import { closeSchema } from "../../testing/closed-schema.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";
import { harbourDocument } from "./harbour-document.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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

const told = ({ failures, seed }: Outcome) =>
  failures.map((failure) => failureReport(failure, { base: app.url, command: "", seed }));

test("nothing is found about a server that holds itself to its document", async () => {
  const outcome = await fuzzer().run({ runs: 1500, seed: 11 });
  expect(told(outcome)).toEqual([]);
  for (const { operationId } of document.operations) {
    expect(outcome.answers).toHaveProperty([`${operationId} 200`]);
  }
});
