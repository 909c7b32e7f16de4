import type { ApiDocument } from "../document/document.ts";
import { isStub } from "../http/errors/not-implemented.ts";

/** What `npm start` prints for any API. */
export function welcome(
  { info, operations }: ApiDocument,
  handlers: object,
  publicUrl: string,
  basePath: string,
): string {
  const stubs = Object.values(handlers).filter(isStub).length;
  const written = operations.length - stubs;
  return `
  ${info.title || "The API"} is running.

    API   ${publicUrl}${basePath}${firstPath(operations)}
    Docs  ${publicUrl}/docs

  ${written} of ${operations.length} operations have a handler.${
    stubs > 0 ? " The others are answered by the mock, with X-Mock: true." : ""
  }
`;
}

/** An address that can be opened in a browser. */
function firstPath(operations: ApiDocument["operations"]): string {
  const plain = operations.find(({ method, path }) => method === "get" && !path.includes("{"));
  return plain?.path ?? operations[0]?.path ?? "";
}
