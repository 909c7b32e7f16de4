import type { Sent } from "../send.ts";

/** What a tool reports of an exchange. */
export interface ToolFinding {
  method: string;
  /** The path as it was sent, without the query. */
  path: string;
  /** The same for findings that differ in values only. */
  kind: string;
}

/** A tool that judges what passes through its proxy. */
export interface Tool {
  name: string;
  /** The address to send requests to, which reach this server. */
  begin(server: string): Promise<string>;
  /** The findings since then. @param sent what was sent in the meantime */
  end(sent: Sent[]): Promise<ToolFinding[]>;
  stop(): Promise<void>;
}

export function pathOf(target: string): string {
  return target.split("?")[0] ?? target;
}
