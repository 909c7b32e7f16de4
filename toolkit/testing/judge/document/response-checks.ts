import type { ApiDocument, Response } from "@counterpart/server/document/document";
import { own } from "@counterpart/server/document/own";
import { readResponseHeader } from "@counterpart/server/request/read-response-header";
import { type FindSchemaFaults, schemaFaults } from "./schema-faults.ts";
import type { SchemaFault } from "./worded-faults.ts";

interface HeaderFault {
  /** As the document spells it. */
  name: string;
  /** Undefined if a required header is missing. */
  text?: string;
  faults: SchemaFault[];
}

/** What a document says about single parts of a response. */
export interface ResponseChecks {
  /** @param given by lower-case name; several `Set-Cookie` headers are separated by line breaks */
  headerFaults: (documented: Response, given: Record<string, string>) => HeaderFault[];
  bodyFaults: FindSchemaFaults;
}

export function createResponseChecks(document: ApiDocument): ResponseChecks {
  const bodyFaults = schemaFaults(document, "response");
  return {
    bodyFaults,
    headerFaults: ({ headers }, given) =>
      Object.entries(headers).flatMap(([name, header]): HeaderFault[] => {
        const text = own(given, name.toLowerCase());
        if (text === undefined) return header.required ? [{ name, faults: [] }] : [];
        const faults = bodyFaults(header.schema, readResponseHeader(document, name, header, text));
        return faults.length > 0 ? [{ name, text, faults }] : [];
      }),
  };
}
