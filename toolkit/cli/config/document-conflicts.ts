import path from "node:path";
import type { DocumentConfig } from "./define-config.ts";

/** Keys whose files belong to one document. Documents may share a spec and a service. */
const ownKeys = [
  "generated",
  "operations",
  "handlers",
  "released",
  "clientPackage",
  "fuzzTarget",
  "coverageWaivers",
] as const;

/** Reports each name or path that two documents share but mustn't, one sentence each. */
export function documentConflicts(documents: DocumentConfig[]): string[] {
  return documents.flatMap((document, index) =>
    documents.slice(0, index).flatMap((other, otherIndex) => {
      const both = `\`documents[${otherIndex}]\` and \`documents[${index}]\``;
      if (document.name === other.name) {
        return [`${both} have the same name, "${document.name}". Give one of them another \`name\`.`];
      }
      return ownKeys.flatMap((key) => {
        const [place, otherPlace] = [document[key], other[key]];
        if (place === undefined || otherPlace === undefined) return [];
        if (path.relative(place, otherPlace) !== "") return [];
        return [`${both} have the same \`${key}\`, ${place}. Each document needs its own.`];
      });
    }),
  );
}
