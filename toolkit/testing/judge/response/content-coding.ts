import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

export function contentCoding({ content }: Observed): Fault[] {
  if (content?.codingFault === undefined) return [];
  return [{ place: "header Content-Encoding", message: content.codingFault }];
}
