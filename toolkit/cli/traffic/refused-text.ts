import { isUtf8 } from "node:buffer";
import type { Observed } from "@counterpart/testing/proxy";
import { withoutSecretFields } from "./secret-fields.ts";

/** Whether `--enforce` refused the exchange. A part that was found later had passed already. */
export function isRefused({ findings, isLater }: Observed): boolean {
  return !isLater && findings.some(({ severity }) => severity === "error");
}

/** Characters of a body. */
const longestShown = 2000;

/** What `--enforce` didn't pass on, for the log. */
export function refusedText({ exchange, findings }: Observed): string {
  const { request, response } = exchange;
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(", ");
  const head = `${request.method} ${pathOf(request.target)} refused (${rules})`;
  if (!response) return head;
  return `${head}. The server sent ${response.status}: ${bodyText(response)}`;
}

/** The query may contain credentials. */
function pathOf(target: string): string {
  return target.replace(/\?.*/s, "");
}

function bodyText({ body, headers }: NonNullable<Observed["exchange"]["response"]>): string {
  if (body === undefined) return "a body that wasn't stored";
  if (body.length === 0) return "no body";
  if (!isUtf8(body)) return `${body.length} bytes that aren't text`;
  const text = withoutSecretFields(body, headers).toString();
  return text.length > longestShown ? `${text.slice(0, longestShown)}… (${text.length} characters)` : text;
}
