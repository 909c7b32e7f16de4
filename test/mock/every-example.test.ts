import {
  type ApiDocument,
  checkingFetch,
  exampleRequest,
  type MediaType,
  type Mock,
  resolve,
  startMock,
} from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { document, documentFile } from "../helpers/document.ts";

const { fetch } = checkingFetch(document);
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: documentFile, port: 0 });
});
afterAll(() => mock.close());

for (const operation of document.operations) {
  const { operationId, responses } = operation;
  const request = exampleRequest(document, operation);
  if (!request) throw new Error(`${operationId} has no example of its request.`);
  const { path, ...init } = request;
  const separator = path.includes("?") ? "&" : "?";

  describe(operationId, () => {
    for (const [status, { content }] of Object.entries(responses)) {
      const examples = namedExamples(document, content);

      test(`${status} when it is preferred`, async () => {
        const headers = { ...init.headers, Prefer: `code=${status}` };
        const response = await fetch(mock.url + path, { ...init, headers });
        expect(response.status).toBe(Number(status));
        if (examples.length > 0) expect(await response.json()).toEqual(examples[0]?.value);
      });

      for (const { name, value } of examples) {
        test(`${status} ${name} when it is preferred by name`, async () => {
          const headers = { ...init.headers, Prefer: `code=${status}, example=${name}` };
          const inHeader = await fetch(mock.url + path, { ...init, headers });
          expect(inHeader.status).toBe(Number(status));
          expect(await inHeader.json()).toEqual(value);

          const query = `${separator}__code=${status}&__example=${name}`;
          const inQuery = await fetch(mock.url + path + query, init);
          expect(inQuery.status).toBe(Number(status));
          expect(await inQuery.json()).toEqual(value);
        });
      }
    }

    test("2xx with the first example when nothing is preferred", async () => {
      const response = await fetch(mock.url + path, init);
      const [status = "", { content } = { content: {} }] =
        Object.entries(responses).find(([key]) => key.startsWith("2")) ?? [];
      expect(response.status).toBe(Number(status));
      const [first] = namedExamples(document, content);
      if (first) expect(await response.json()).toEqual(first.value);
    });

    test("2xx with a generated body when that is preferred", async () => {
      const headers = { ...init.headers, Prefer: "dynamic=true" };
      expect((await fetch(mock.url + path, { ...init, headers })).ok).toBe(true);
    });
  });
}

function namedExamples(document: ApiDocument, content: Record<string, MediaType>) {
  const examples = Object.values(content)[0]?.examples ?? {};
  return Object.entries(examples).map(([name, example]) => ({
    name,
    value: resolve(document, example).value,
  }));
}
