import { isObject } from "@counterpart/server/document/walk";

const mark = /delet|remov|archiv|inactive|disabled|cancel|trash/i;

/** Whether a thing says that it is deleted, as `deletedAt` or `"status": "archived"` do. */
export function isMarkedDeleted(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, one]) => {
    if (isObject(one)) return isMarkedDeleted(one);
    if (typeof one === "string" && mark.test(one)) return true;
    if (/^(is_?)?(active|enabled)$/i.test(name)) return one === false;
    return mark.test(name) && Boolean(one);
  });
}
