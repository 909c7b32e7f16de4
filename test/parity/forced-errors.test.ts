import { checkingFetch, documentedResponses, exampleRequest, startMock } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { documentFile } from "../helpers/document.ts";

const mock = await startMock({ document: documentFile, port: 0 });
afterAll(() => mock.close());
/** Checks every response against the document. */
const { fetch } = checkingFetch(mock.document);

describe.each(mock.document.operations)("$operationId", (operation) => {
  const { path = "", ...init } = exampleRequest(mock.document, operation) ?? { headers: {} };
  const errors = documentedResponses(mock.document, operation.operationId).filter((one) => !/^2/.test(one));

  test.each(errors)("%s can be forced, by header and by query", async (error) => {
    const [status = "", code = ""] = error.split(" ");
    const [preferred, query] = code === "" ? ["", ""] : [`, example=${code}`, `&__example=${code}`];
    const headers = { ...init.headers, Prefer: `code=${status}${preferred}` };
    const separator = path.includes("?") ? "&" : "?";
    const answers = [
      await fetch(mock.url + path, { ...init, headers }),
      await fetch(`${mock.url}${path}${separator}__code=${status}${query}`, init),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(Number(status));
      if (code === "") expect(await answer.text()).toBe("");
      else {
        const { details: _, ...body } = (await answer.json()) as { details?: unknown };
        expect(body).toEqual({ code, error: expect.any(String) });
      }
    }
  });
});
