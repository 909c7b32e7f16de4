import { styleText } from "node:util";
import type { ApiDocument } from "../document/document.ts";
import { isStub } from "../http/errors/not-implemented.ts";
import type { ServedDocument } from "./documents/served-document.ts";

/** The text that `npm start` prints for any API. */
export function welcome(documents: ServedDocument[], publicUrl: string): string {
  const [first, ...others] = documents;
  if (!first) return "";
  const { title } = first.document.info;
  const running =
    others.length > 0
      ? `${documents.map(({ name }) => name).join(", ")} are running.`
      : `${title || "The API"} is running.`;
  const width = Math.max(4, ...(others.length > 0 ? documents.map(({ name = "" }) => name.length) : []));
  const line = (label: string, url: string) => `    ${label.padEnd(width)}  ${styleText("cyan", url)}`;
  const addresses = documents.map(({ name, basePath, document }) =>
    line(others.length > 0 ? (name ?? "") : "API", publicUrl + basePath + firstPath(document.operations)),
  );
  const stubs = sum(documents, ({ handlers }) => Object.values(handlers).filter(isStub).length);
  const operations = sum(documents, ({ document }) => document.operations.length);
  return `
  ${styleText("bold", running)}

${[...addresses, line("Docs", `${publicUrl}/docs`)].join("\n")}

  ${operations - stubs} of ${operations} operations have a handler.${
    stubs > 0 ? " The others are answered by the mock, with X-Mock: true." : ""
  }
`;
}

function sum(documents: ServedDocument[], count: (one: ServedDocument) => number): number {
  return documents.reduce((total, one) => total + count(one), 0);
}

/** A path to open in a browser. */
function firstPath(operations: ApiDocument["operations"]): string {
  const plain = operations.find(({ method, path }) => method === "get" && !path.includes("{"));
  return plain?.path ?? operations[0]?.path ?? "";
}
