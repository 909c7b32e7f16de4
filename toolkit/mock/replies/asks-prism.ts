import type { ApiDocument } from "../../document/document.ts";
import { responseFor } from "../../document/response-for.ts";
import { successStatus } from "../responses.ts";
import { documentedReply } from "./reply-document.ts";

/** Whether Prism is asked for the success of some operation, since the document has no example of all of it. */
export function asksPrism(document: ApiDocument): boolean {
  return document.operations.some((operation) => {
    const status = successStatus(operation.responses);
    const [mediaType] = Object.keys(responseFor(operation.responses, status)?.content ?? {});
    return documentedReply(document, operation, { status, mediaType }) === undefined;
  });
}
