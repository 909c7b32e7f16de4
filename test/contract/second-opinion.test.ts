import { exampleRequests, isJson, loadDocument, startMock } from "@counterpart/testing";
import { expect, onTestFinished, test } from "vitest";
import { secondOpinion } from "../../toolkit/test/helpers/second-opinion.ts";

const file = "generated/openapi.json";
const document = await loadDocument(file);
const faultsOf = secondOpinion(document);
const operationOf = (id: string) => document.operations.find(({ operationId }) => operationId === id);

test("example requests are valid according to a validator other than the server's", () => {
  const bodies = exampleRequests(document).filter(({ json }) => json !== undefined);
  expect(bodies.length).toBeGreaterThan(0);
  for (const { operationId, json } of bodies) {
    const schema = operationOf(operationId)?.requestBody?.content["application/json"]?.schema ?? {};
    expect(faultsOf(schema, json, { isRequest: true }), operationId).toEqual([]);
  }
});

test("the mock's responses with every documented status are valid according to a validator other than the mock's", async () => {
  const mock = await startMock({ document: file, port: 0 });
  onTestFinished(mock.close);
  let judged = 0;
  for (const { operationId, method, path, headers, body } of exampleRequests(document)) {
    for (const [status, { content }] of Object.entries(operationOf(operationId)?.responses ?? {})) {
      const init = {
        method,
        headers: { ...headers, prefer: `code=${status}` },
        ...(body !== undefined && { body }),
      };
      const answer = await fetch(mock.url + path, init);
      const [type = ""] = (answer.headers.get("content-type") ?? "").split(";");
      const media = content[type];
      if (`${answer.status}` !== status || !isJson(type) || !media) continue;
      judged++;
      const faults = faultsOf(media.schema ?? {}, await answer.json(), { isRequest: false });
      expect(faults, `${operationId} ${status}`).toEqual([]);
    }
  }
  expect(judged).toBeGreaterThan(50);
});
