import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { failureReport } from "../../testing/fuzz/report/report.ts";
import { createFuzzer, type Outcome, type RunOptions } from "../../testing/fuzz/run.ts";
import { foreignTarget } from "../../testing/fuzz/target/foreign-target.ts";
import { foreignDocument } from "./foreign-document.ts";
import { type ForeignServer, startForeignServer } from "./foreign-server.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const document = readDocument(foreignDocument());

async function fuzz(server: ForeignServer, options: Partial<RunOptions> = {}): Promise<Outcome> {
  const sender = createSender(server.url);
  const { target, models } = await foreignTarget({
    document,
    sender,
    credentials: { token: "token-1" },
    otherCredentials: { token: "token-2" },
  });
  try {
    return await createFuzzer(target, models).run({ runs: 900, seed: 7, ...options });
  } finally {
    sender.close();
  }
}

/** Fuzzes a server with routes that come before the others. */
async function foundWith(...[add]: Parameters<typeof startForeignServer>): Promise<string[]> {
  const server = await startForeignServer(add);
  onTestFinished(() => server.close());
  const { failures } = await fuzz(server);
  return failures.map(({ oracle, message }) => `${oracle}: ${message}`);
}

let server: ForeignServer;
let outcome: Outcome;
beforeAll(async () => {
  server = await startForeignServer();
  outcome = await fuzz(server);
});
afterAll(() => server.close());

test("nothing is found about a correct server", () => {
  const { failures, seed } = outcome;
  const options = { base: server.url, command: "", seed };
  expect(failures.map((failure) => failureReport(failure, options))).toEqual([]);
});

test("answers of the framework are notes, one for each kind", () => {
  expect(outcome.notes.map(({ kind }) => kind)).toEqual([
    "304 that isn't documented",
    "308 that isn't documented",
    "404 instead of 405 for a method that the path doesn't have",
    "414 that isn't documented",
    "a form's field in brackets, such as caption[value], that is ignored",
  ]);
});

test("an undocumented method that is answered 200 is found", async () => {
  const found = await foundWith((app) => {
    app.delete("/topics/:topic", (_, response) => void response.json({}));
  });
  expect(found).toEqual(["method: The path has no DELETE, but it was answered 200."]);
});

test("ids come from the server's lists and from what the run creates", () => {
  for (const answer of ["getShelf 200", "replaceShelf 200", "removeShelf 204", "addLabel 204"]) {
    expect(outcome.answers[answer], answer).toBeGreaterThanOrEqual(10);
  }
});

test("only what the run created is deleted", () => {
  expect(server.firstIds()).toEqual([1, 2, 3]);
});

test("without a way to create anything, nothing is deleted", async () => {
  const closed = await startForeignServer((app) => {
    app.post("/shelves", (_, response) => void response.status(401).json({ error: "Not you." }));
  });
  onTestFinished(() => closed.close());
  const { answers, skipped } = await fuzz(closed, { runs: 300 });
  expect(closed.firstIds()).toEqual([1, 2, 3]);
  expect(answers).toMatchObject({ "getShelf 200": expect.any(Number) });
  expect(Object.keys(answers).filter((answer) => answer.startsWith("removeShelf"))).toEqual([]);
  expect(skipped).toContain("removeShelf: nothing could be created that it may delete");
});

test("an undocumented DELETE isn't sent to a collection", async () => {
  let wasCalled = false;
  await foundWith((app) => {
    app.delete("/shelves", (_, response) => {
      wasCalled = true;
      response.status(204).end();
    });
  });
  expect(wasCalled).toBe(false);
});
