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

/** The place of a finding in words: `GET /pets, api.yaml:12`. */
export function placeOf({ place, pointer, file, line }: Finding): string {
  const written = file === undefined ? (pointer ?? "") : line === undefined ? file : `${file}:${line}`;
  return [place, place !== undefined && file === undefined ? undefined : written].filter(Boolean).join(", ");
}
