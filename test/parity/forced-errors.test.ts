import { checkingFetch, documentedAnswers, exampleRequest, startMock } from "@counterpart/toolkit/testing";
import { afterAll, describe, expect, test } from "vitest";
import { documentFile } from "../helpers/document.ts";

const mock = await startMock({ document: documentFile, port: 0 });
afterAll(() => mock.close());
/** Checks every response against the document. */
const { fetch } = checkingFetch(mock.document);

describe.each(mock.document.operations)("$operationId", (operation) => {
  const { path = "", ...init } = exampleRequest(mock.document, operation) ?? { headers: {} };
  const errors = documentedAnswers(mock.document, operation.operationId).filter((one) => !/^2/.test(one));

  test.each(errors)("%s can be forced, by header and by query", async (error) => {
    const [status = "", code = ""] = error.split(" ");
    const headers = { ...init.headers, Prefer: `code=${status}, example=${code}` };
    const separator = path.includes("?") ? "&" : "?";
    const answers = [
      await fetch(mock.url + path, { ...init, headers }),
      await fetch(`${mock.url}${path}${separator}__code=${status}&__example=${code}`, init),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(Number(status));
      expect(await answer.json()).toEqual({ code, error: expect.any(String) });
    }
  });
});
