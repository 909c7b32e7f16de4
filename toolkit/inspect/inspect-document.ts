import { describeLocation } from "../document/locate.ts";
import type { LocatedNote } from "../document/note.ts";
import { countSchemas } from "../document/schemas/count-schemas.ts";
import { readSpec } from "../document/source/read-spec.ts";
import { UnreadableSpec } from "../document/source/unreadable-spec.ts";
import { judgeSpec } from "../validation/judge-spec.ts";

/** What a document is, and what of it can be served. */
export interface Inspection {
  /** Whether it can be served, though perhaps not all of it. */
  accepted: boolean;
  /** Undefined where the document can't be read at all. */
  facts?: DocumentFacts;
  notes: LocatedNote[];
}

export interface DocumentFacts {
  /** Of OpenAPI, as the document says it. */
  openapi: string;
  title: string;
  /** The document's own version. */
  version: string;
  /** How many are served. */
  operations: number;
  /** Where the operations and webhooks are written that aren't served. */
  leftOut: string[];
  schemas: number;
  /** Each security scheme with its kind, as in `key (apiKey)`. */
  security: string[];
}

/**
 * Reads a document and builds every operation's validators, without making anything.
 * @param root the document's root file
 * @param builds whether to build the validators, which takes seconds for a large document
 */
export function inspectDocument(root: string, { builds }: { builds: boolean }): Inspection {
  try {
    const spec = readSpec(root);
    const { document, notes, leftOut, accepted } = judgeSpec(spec, { builds });
    const { info, operations, securitySchemes } = document;
    const facts = {
      openapi: spec.raw.openapi,
      title: info.title,
      version: info.version,
      operations: operations.length,
      leftOut: leftOut.map(({ pointer }) => describeLocation(spec.locate(pointer))),
      schemas: countSchemas(document),
      security: Object.entries(securitySchemes).map(
        ([name, { type = "not defined", scheme }]) => `${name} (${[type, scheme ?? []].flat().join(" ")})`,
      ),
    };
    return { accepted, facts, notes };
  } catch (error) {
    if (!(error instanceof UnreadableSpec)) throw error;
    return { accepted: false, notes: [error.note] };
  }
}
