import type { Finding } from "@counterpart/server/findings";

/** What a command found in a document. */
export interface Report {
  /** The command's name. */
  command: string;
  /** The document's name. */
  document: string;
  passed: boolean;
  findings: Finding[];
}
