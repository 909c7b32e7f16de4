import type { DocumentOperation } from "@counterpart/server/document/document";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { answeredJson } from "../values/bodies.ts";
import { isMarkedDeleted } from "../values/marked-deleted.ts";
import { idOf } from "../values/row-ids.ts";
import { rowsOf } from "../values/rows-of.ts";
import type { Memory } from "./memory.ts";

/** A list has a row that was deleted at the list's path and the row's id. */
export function stillListed(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, pathname, span, document, content } = observed;
  if (!operation) return [];
  const list = pathname.replace(/\/$/, "");
  if (
    method === "DELETE" &&
    operation.path.endsWith("}") &&
    status >= 200 &&
    status < 300 &&
    status !== 202
  ) {
    // With a body, it may only have been emptied.
    if (content?.bytes.length !== 0) return [];
    memory.remember(`unlisted ${caller} ${list}`, { span, value: operation });
    memory.remember(`shortened ${caller} ${list.slice(0, list.lastIndexOf("/"))}`, { span, value: true });
    return [];
  }
  if (method !== "GET" || status !== 200 || !memory.recall(`shortened ${caller} ${list}`)) return [];
  const answered = answeredJson(observed);
  const rows = (answered && rowsOf(document, answered)?.rows) ?? [];
  const row = rows.find((one) => {
    const path = `${list}/${encodeURIComponent(idOf(one) ?? "")}`;
    const deleted = memory.recall<DocumentOperation>(`unlisted ${caller} ${path}`);
    const resource = { pathname: path, operation: deleted?.value };
    return deleted && memory.isUndisturbed(deleted.span, span, resource) && !isMarkedDeleted(one);
  });
  if (row === undefined) return [];
  return [
    {
      place: "body",
      message: `The list has the row with the id ${idOf(row)} after a DELETE that succeeded.`,
    },
  ];
}
