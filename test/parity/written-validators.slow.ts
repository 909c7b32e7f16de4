import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyHandler, WrittenValidators } from "@counterpart/server";
import { writeAllValidators } from "@counterpart/server/validation";
import { startMock } from "@counterpart/testing";
import { expect, test, vi } from "vitest";
import { compareAnswers } from "../../conformance/adapters/compare-answers.ts";
import { readExamples } from "../../conformance/adapters/read-examples.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";
import { documentFile } from "../helpers/document.ts";
import { type Answer, ask } from "./ask.ts";
import { requestsOf } from "./request-list.ts";

const mock = await startMock({ document: documentFile, port: 0 });
const { document } = mock;
const examples = await readExamples(mock);
await mock.close();
const requests = requestsOf(document);

/** Answer with the document's example, every other time with a value of another type, each time elsewhere. */
function handlers(): Record<string, AnyHandler> {
  return Object.fromEntries(
    Object.entries(examples).map(([operationId, { status, headers = {}, body }]) => {
      let calls = 0;
      const handler: AnyHandler = async () => {
        calls += 1;
        return { status, headers, body: calls % 2 === 1 ? body : withWrongValue(body, (calls - 2) / 2) };
      };
      return [operationId, handler];
    }),
  );
}

/** A copy with an object instead of the value that is at this index, without objects and lists. */
function withWrongValue(body: unknown, index: number): unknown {
  const isLeaf = (value: unknown) => !(value instanceof Object);
  let leaves = 0;
  const text = JSON.stringify(body, (_, value) => {
    if (isLeaf(value)) leaves += 1;
    return value;
  });
  let left = index % leaves;
  return JSON.parse(text, (_, value) => (isLeaf(value) && left-- === 0 ? { wrong: true } : value));
}

async function answers(validators?: WrittenValidators): Promise<Answer[]> {
  const accepts = async () => ({ caller: {}, bucket: "any" });
  const app = await startApp({
    raw: JSON.parse(await readFile(documentFile, "utf8")),
    handlers: handlers(),
    authenticators: Object.fromEntries(Object.keys(document.securitySchemes).map((name) => [name, accepts])),
    explainFailures: true,
    ...(validators && { validators }),
  });
  try {
    const given: Answer[] = [];
    for (const request of requests) {
      const headers = { ...request.headers, "X-Request-Id": "parity" };
      given.push(await ask(app.url, { ...request, headers }));
    }
    return given;
  } finally {
    await app.close();
  }
}

async function writtenValidators(): Promise<WrittenValidators> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-test-"));
  try {
    const file = path.join(folder, "validators.js");
    await writeFile(file, writeAllValidators(document));
    return (await import(pathToFileURL(file).href)).default;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("written validators lead to the same responses as compiled ones, and nothing is compiled", async () => {
  const compiled = await answers();
  const written = await writtenValidators();
  vi.stubGlobal("Function", function forbidden(): never {
    throw new EvalError("Code generation from strings disallowed for this context");
  });
  const given = await answers(written).finally(() => vi.unstubAllGlobals());
  const differences = requests.flatMap(({ title }, index) => {
    const { differing, text } = compareAnswers(compiled[index] as Answer, given[index] as Answer);
    return differing === undefined ? [] : [`${title}: ${differing}, ${text}`];
  });
  expect(differences).toEqual([]);
  const statuses = Map.groupBy(compiled, ({ status }) => status);
  expect([200, 400, 500].map((status) => (statuses.get(status)?.length ?? 0) > 100)).toEqual([
    true,
    true,
    true,
  ]);
});
