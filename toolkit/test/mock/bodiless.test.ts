import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { responseFaults } from "../../testing/checks/response-faults.ts";
import { operationFinder } from "../../testing/judge/document/find-operation.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { writtenFiles } from "../helpers/written-files.ts";

test.each([204, 205])("%i has no body, even if the document describes one", async (status) => {
  const content = { "application/json": { schema: { type: "object" } } };
  const raw = {
    openapi: "3.1.0",
    info: { title: "Forms", version: "1" },
    paths: {
      "/form": { post: { operationId: "clear", responses: { [status]: { description: "", content } } } },
    },
  };
  const file = path.join(writtenFiles({ "openapi.json": raw }), "openapi.json");
  const mock = await startMock({ document: file, port: 0 });
  onTestFinished(() => mock.close());
  const response = await fetch(`${mock.url}/form`, { method: "POST" });
  const text = await response.text();
  expect([response.status, text, response.headers.get("Content-Type")]).toEqual([status, "", null]);

  const document = readDocument(raw);
  const operation = operationFinder(document)("POST", "/form");
  if (!operation) throw new Error("It is in the document.");
  const answer = { method: "POST", operation, status, contentType: undefined, headers: {} };
  const faultsOf = responseFaults(document);
  expect(faultsOf({ ...answer, text: "" })).toEqual([]);
  expect(faultsOf({ ...answer, text: "{}" })).toEqual([
    { severity: "error", rule: "body", message: "It has a body, though HTTP has none for this status." },
  ]);
});
