import { type DocumentOperation, isObject } from "@counterpart/server/document";
import type { Fault, Observed } from "../observe.ts";
import { answeredJson } from "../values/bodies.ts";
import { idOf, rowsOf } from "../values/rows-of.ts";
import type { Memory } from "./memory.ts";

/** Only things with an id: a DELETE of a list or a setting leaves it empty or at its default. */
export function stillThere(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, pathname, span, media } = observed;
  if (!operation?.path.endsWith("}") || status < 200 || status >= 300) return [];
  const key = `deleted ${caller} ${pathname}`;
  if (method === "DELETE") {
    // After 202, it may take a while.
    if (status !== 202) memory.remember(key, { span, value: answeredSchema(observed) });
    return [];
  }
  if (method !== "GET") return [];
  const deleted = memory.recall<string>(key);
  if (!deleted || !memory.isUndisturbed(deleted.span, span, observed)) return [];
  // A DELETE that answers with the resource may have emptied it, as a cart.
  const isKept = media !== undefined && deleted.value === answeredSchema(observed);
  if (isKept || isMarkedDeleted(answeredJson(observed)?.value)) return [];
  return [{ message: `GET answers ${status} after a DELETE that succeeded.` }];
}

/** Empty without a body. */
function answeredSchema({ media, content }: Observed): string {
  return content?.bytes.length === 0 ? "" : JSON.stringify(media?.schema ?? {});
}

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

const mark = /delet|remov|archiv|inactive|disabled|cancel|trash/i;

/** Whether a thing says that it is deleted, as `deletedAt` or `"status": "archived"` do. */
function isMarkedDeleted(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, one]) => {
    if (isObject(one)) return isMarkedDeleted(one);
    if (typeof one === "string" && mark.test(one)) return true;
    if (/^(is_?)?(active|enabled)$/i.test(name)) return one === false;
    return mark.test(name) && Boolean(one);
  });
}
