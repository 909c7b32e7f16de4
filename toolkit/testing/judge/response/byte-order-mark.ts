import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { hasByteOrderMark } from "../read-json.ts";

export function byteOrderMark({ json, text }: Observed): Fault[] {
  if (!json || !hasByteOrderMark(text)) return [];
  return [{ place: "body", message: "The JSON begins with a byte order mark, which RFC 8259 forbids." }];
}
