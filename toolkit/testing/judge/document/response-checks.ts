import type { ApiDocument, Response } from "@counterpart/server/document";
import { readResponseHeader } from "@counterpart/server/request";
import { own } from "@counterpart/server/values";
import { schemaFaults } from "./schema-faults.ts";
import type { SchemaFault } from "./worded-faults.ts";

export interface HeaderFault {
  /** As the document spells it. */
  name: string;
  /** Undefined if a required header is missing. */
  text?: string;
  faults: SchemaFault[];
}

/** Finds what a document says about single parts of a response. */
export function createResponseChecks(document: ApiDocument) {
  const bodyFaults = schemaFaults(document, "response");
  return {
    bodyFaults,
    /** @param given by lower-case name; several `Set-Cookie` headers are separated by line breaks */
    headerFaults: ({ headers }: Response, given: Record<string, string>) =>
      Object.entries(headers).flatMap(([name, header]): HeaderFault[] => {
        const text = own(given, name.toLowerCase());
        if (text === undefined) return header.required ? [{ name, faults: [] }] : [];
        const faults = bodyFaults(header.schema, readResponseHeader(document, name, header, text));
        return faults.length > 0 ? [{ name, text, faults }] : [];
      }),
  };
}
