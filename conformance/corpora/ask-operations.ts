import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiDocument, DocumentOperation } from "../../toolkit/server/document/document.ts";
import { responseFor } from "../../toolkit/server/document/response-for.ts";
import { acceptAnyone } from "../../toolkit/server/http/credentials/accept-anyone.ts";
import { NotImplemented } from "../../toolkit/server/http/errors/not-implemented.ts";
import { secondOpinion } from "../../toolkit/test/helpers/second-opinion.ts";
import { isMarkedNonconforming } from "../../toolkit/testing/checks/nonconforming-header.ts";
import { exampleRequests, untestedOperations } from "../../toolkit/testing/service/examples.ts";
import { startService } from "../../toolkit/testing/service/start-service.ts";

export interface Asked {
  /** How many operations gave a documented response. */
  served: number;
  /** Operations that can't be asked, and those without an answer that fits, with the reason. */
  reported: string[];
  /** Wrong responses. */
  wrong: string[];
}

const stub = async (): Promise<never> => {
  throw new NotImplemented();
};

/**
 * Serves a project in this process, where the document's examples answer, and calls each operation once with an example
 * request.
 * @param folder of `writeProject`
 */
export async function askOperations(
  folder: string,
  { operations, securitySchemes }: ApiDocument,
): Promise<Asked> {
  const running = await startService({
    document: pathToFileURL(path.join(folder, "generated", "openapi.json")),
    handlers: Object.fromEntries(operations.map(({ operationId }) => [operationId, stub])),
    service: {
      readSettings: () => ({}),
      open: async () => ({
        services: {},
        authenticators: Object.fromEntries(
          Object.keys(securitySchemes).map((name) => [name, acceptAnyone()]),
        ),
        pages: [],
        close: async () => {},
      }),
    },
  });
  try {
    const examples = exampleRequests(running.document);
    const isWhole = examples.length === operations.length;
    const reported = isWhole ? [] : untested(running.document);
    const wrong: string[] = [];
    const judge = secondOpinion(running.document);
    const faultsOf = async (response: Response, responses: DocumentOperation["responses"]) => {
      const [mediaType = ""] = response.headers.get("content-type")?.split(";") ?? [];
      const { schema } = responseFor(responses, response.status)?.content[mediaType] ?? {};
      // `running.fetch` has checked it with our own validator.
      return schema && mediaType === "application/json"
        ? judge(schema, await response.json(), { isRequest: false })
        : [];
    };
    let served = 0;
    for (const { operationId, method, path: place, headers, body } of examples) {
      const call = { method, headers, ...(body !== undefined && { body }) };
      try {
        const response = await running.fetch(running.url + place, call);
        const { status } = response;
        const { responses = {} } = operations.find((one) => one.operationId === operationId) ?? {};
        const faults = await faultsOf(response, responses);
        if (isMarkedNonconforming(Object.fromEntries(response.headers)))
          reported.push(`${operationId}: no answer fits`);
        else if (status >= 400 && Object.keys(responses).some((one) => /^[23]/.test(one)))
          wrong.push(`${operationId}: ${status} to an example request`);
        else if (faults.length > 0) wrong.push(`${operationId}: ${faults.join("; ")}`);
        else served += 1;
      } catch (error) {
        wrong.push(`${operationId}: ${(error as Error).message}`);
      }
    }
    return { served, reported, wrong };
  } finally {
    await running.close();
  }
}

function untested(document: ApiDocument): string[] {
  const { withoutRequest, unsendable } = untestedOperations(document);
  return [...withoutRequest, ...unsendable].map(({ operationId, reason }) => `${operationId}: ${reason}`);
}
