import type { Finding } from "@counterpart/server/document/findings/finding";

/** What a command found in a document. */
export interface Report {
  /** The command's name. */
  command: string;
  /** The document's name. */
  document: string;
  passed: boolean;
  findings: Finding[];
}
