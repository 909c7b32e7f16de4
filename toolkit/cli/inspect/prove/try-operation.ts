import {
  type ApiDocument,
  type DocumentOperation,
  operationPointer,
  responseFor,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import {
  createSender,
  explainHeader,
  isMarkedNonconforming,
  joined,
  successStatus,
} from "@counterpart/testing/exchanges";
import { responseFaults } from "@counterpart/testing/judge";
import { exampleOf } from "@counterpart/testing/samples";
import { emptinessFinder } from "../nothing-fits.ts";
import { unproven } from "./unproven.ts";

/** What was found about one operation: that it can't work, or that it isn't proven to. */
type TryOperation = (operation: DocumentOperation) => Promise<Finding[]>;

/** @param url of the document's mock, which answers with the pipeline of the server */
export function operationTrier(document: ApiDocument, url: string): TryOperation {
  const { send } = createSender(url);
  const faultsOf = responseFaults(document);
  const whyEmpty = emptinessFinder(document);

  return async (operation) => {
    const { method, responses } = operation;
    const pointer = operationPointer(operation);
    const broken = (message: string, part = ""): Finding[] => [
      { severity: "error", pointer: pointer + part, message: `This operation can't work: ${message}` },
    ];
    const impossible = whyImpossible(operation);
    if (impossible) return broken(`no request fits it. ${impossible.reason}`, impossible.part);
    const example = exampleOf(document, operation);
    if (!example)
      return [unproven(operation, "no valid request was found. Write examples of its required parts.")];
    const { target, headers } = joined(example.request);
    const { body } = example.request;
    const lines: [string, string][] = [...headers, [explainHeader, "yes"]];
    if (body) lines.push(["Content-Length", `${body.length}`]);
    const request = { method: example.request.method, target, headers: lines, ...(body && { body }) };
    const answer = await send(request);
    const { status, text } = answer;
    const expected = successStatus(responses);
    if (status !== expected) {
      const reason =
        decodeURIComponent(answer.headers[explainHeader.toLowerCase()] ?? "") || text.slice(0, 200);
      return broken(`a valid request to it is answered with ${status} instead of ${expected}. ${reason}`);
    }
    const contentType = answer.headers["content-type"];
    const received = { status, contentType, text, headers: answer.headers };
    const [fault] = faultsOf({ method: method.toUpperCase(), operation, ...received });
    if (!fault && !isMarkedNonconforming(answer.headers)) return [];
    const empty = whyNoResponse(operation, expected);
    if (empty) return broken(`no response with ${expected} fits it. ${empty.reason}`, empty.part);
    const why = fault ? ` The mock's doesn't: ${fault.message}` : "";
    return [
      unproven(
        operation,
        `no response with ${expected} was found that fits it. Write an example of one.${why}`,
      ),
    ];
  };

  /** A required part of requests that no value fits. */
  function whyImpossible({ parameters, requestBody }: DocumentOperation) {
    for (const { name, required, schema, content } of parameters) {
      const [media = { schema }] = Object.values(content ?? {});
      const reason = required ? whyEmpty(media.schema) : undefined;
      if (reason !== undefined)
        return { reason: `No value fits the parameter ${name}: ${reason}.`, part: "" };
    }
    return requestBody?.required ? whyNoContent(requestBody.content, "/requestBody") : undefined;
  }

  function whyNoResponse({ responses }: DocumentOperation, status: number) {
    const documented = responseFor(responses, status);
    const key = Object.keys(responses).find((one) => responses[one] === documented);
    return documented && whyNoContent(documented.content, `/responses/${key}`);
  }

  function whyNoContent(content: DocumentOperation["responses"][string]["content"], part: string) {
    const reasons = Object.values(content).map((media) => whyEmpty(media?.schema));
    const [reason] = reasons;
    if (reason === undefined || reasons.includes(undefined)) return undefined;
    return { reason: `No value fits the body: ${reason}.`, part };
  }
}
