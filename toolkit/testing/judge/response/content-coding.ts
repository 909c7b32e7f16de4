import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

export function contentCoding({ content }: Observed): Fault[] {
  if (content?.codingFault === undefined) return [];
  // Such a body passes unchecked, which isn't the server's fault.
  const severity = content.isTooLarge ? ("info" as const) : undefined;
  return [{ place: "header Content-Encoding", message: content.codingFault, ...(severity && { severity }) }];
}
