import type { Schema } from "../document.ts";

/** Whether a schema describes a date or a date and time as text, for which a handler may return a `Date`. */
export function isDateText({ type, format }: Schema): boolean {
  return [type].flat().includes("string") && (format === "date" || format === "date-time");
}
