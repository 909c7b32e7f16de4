import type { Planned, Sent } from "../send.ts";

/** What a tool reports of an exchange. */
export interface ToolFinding {
  method: string;
  /** The path as it was sent, without the query. */
  path: string;
  /** Of the answer as the client got it, if there was one. */
  status: number | undefined;
  /** The same for findings that differ in values only. */
  kind: string;
  /** A hint or a warning, which doesn't fail a test run. */
  isAdvice: boolean;
}

/** A tool that judges what passes through its proxy. */
export interface Tool {
  /** The address to send requests to, which reach this server. */
  begin(server: string): Promise<string>;
  /** The findings since then. @param sent what was sent in the meantime */
  end(sent: Sent[]): Promise<ToolFinding[]>;
  /** Requests that are left out, since the tool never answers them. */
  neverAnswers?: (planned: Planned) => boolean;
  stop(): Promise<void>;
}

export function pathOf(target: string): string {
  return target.split("?")[0] ?? target;
}
