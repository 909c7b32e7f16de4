import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { failureReport, skippedText } from "../../testing/fuzz/report/report.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";

const ok = { description: "OK", content: { "application/json": { schema: { type: "string" } } } };
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Locks", version: "1" },
  paths: {
    "/levels": { get: { operationId: "readLevel", responses: { "200": ok } } },
    "/depth": {
      get: {
        operationId: "readDepth",
        parameters: [
          {
            name: "metres",
            in: "query",
            required: true,
            schema: { type: "integer", minimum: 5, maximum: 3 },
          },
        ],
        responses: { "200": ok, "400": { description: "No." } },
      },
    },
    "/gates": {
      post: {
        operationId: "openGate",
        requestBody: body({ type: "string", minLength: 3, maxLength: 2 }),
        responses: { "200": ok },
      },
    },
    "/boats": {
      post: {
        operationId: "passBoat",
        requestBody: body({ type: "string", enum: ["red", "blue"], maxLength: 4 }),
        responses: { "200": ok, "400": { description: "No." } },
      },
    },
  },
} as never);

/** A server that answers every request with these bytes as JSON. */
async function answering(bytes: Buffer) {
  const server = http.createServer((req, res) => {
    req.resume();
    res.setHeader("Content-Type", "application/json").end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sender = createSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    sender.close();
    server.close();
  });
  return createFuzzer({ document, sender, owner: { credentials: {}, known: {}, markers: [] } });
}

test("an operation without any valid request is a failure", async () => {
  const fuzzer = await answering(Buffer.from('"low"'));
  const { failures } = await fuzzer.run({ runs: 20, seed: 1, check: "openGate: valid" });
  expect(failures).toMatchObject([{ oracle: "no request", operations: ["openGate"] }]);
  const [failure] = failures;
  const report = failure && failureReport(failure, { base: "", command: "npx counterpart fuzz", seed: 1 });
  expect(report).toContain(
    "body as application/json: maxLength is less than minLength. Write an example of it",
  );
  expect(report).toContain("npx counterpart fuzz --seed 1 --check 'openGate: valid'");
  expect(report).not.toContain("--path");
});

test("keywords that can't be violated are listed, by operation", async () => {
  const fuzzer = await answering(Buffer.from('"low"'));
  const { skipped } = await fuzzer.run({ runs: 200, seed: 1, operation: "passBoat" });
  expect(skippedText({ skipped })).toMatch(/^ {2}passBoat\n( {4}.*\n)* {4}body maxLength$/m);
});

test("the reason why an operation gets no request is listed once, not for each of its checks", async () => {
  const fuzzer = await answering(Buffer.from('"low"'));
  const { skipped } = await fuzzer.run({ runs: 200, seed: 1, operation: "openGate" });
  expect(skipped.filter((one) => one.includes("maxLength is less than minLength"))).toEqual([
    "openGate: body as application/json: maxLength is less than minLength",
  ]);
  const narrowed = fuzzer.run({ runs: 20, seed: 1, check: "openGate: body type" });
  await expect(narrowed).rejects.toThrow("There is nothing to check: openGate: body as application/json");
});

test("a required parameter without any value is such a reason", async () => {
  const fuzzer = await answering(Buffer.from('"low"'));
  const { skipped } = await fuzzer.run({ runs: 200, seed: 1, operation: "readDepth" });
  expect(skipped).toEqual(["readDepth: query metres: no number is between the bounds"]);
});

test("the text lists the first untested checks of an operation, and counts the others", () => {
  const skipped = [
    "a: only one",
    ...Array.from({ length: 7 }, (_, n) => `b: check ${n}`),
    "3 checks had no run",
  ];
  expect(skippedText({ skipped }).split("\n").slice(1)).toEqual([
    "  a: only one",
    "  b",
    ...[0, 1, 2, 3, 4].map((n) => `    check ${n}`),
    "    and 2 more; --json lists all",
    "  3 checks had no run",
  ]);
});

test("a check without any possible run is nothing to check", async () => {
  const fuzzer = await answering(Buffer.from('"low"'));
  const run = fuzzer.run({ runs: 20, seed: 1, check: "passBoat: body maxLength" });
  await expect(run).rejects.toThrow("There is nothing to check: passBoat: body maxLength");
});

test("checks without runs are counted", async () => {
  const fuzzer = await answering(Buffer.from('"low"'));
  const { skipped } = await fuzzer.run({ runs: 1, seed: 1 });
  expect(skippedText({ skipped })).toMatch(/^ {2}\d+ checks had no run/m);
});

test("JSON in another encoding than UTF-8 is a failure", async () => {
  const fuzzer = await answering(Buffer.from('"l\xf6w"', "latin1"));
  const { failures } = await fuzzer.run({ runs: 5, seed: 1, check: "readLevel: valid" });
  expect(failures).toMatchObject([
    { oracle: "body", message: "The body isn't UTF-8, as application/json requires." },
  ]);
});
