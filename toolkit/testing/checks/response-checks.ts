import type { ApiDocument, Response, Schema } from "@counterpart/server/document/document";
import { getOrMake } from "@counterpart/server/document/get-or-make";
import { own } from "@counterpart/server/document/own";
import { closeSchema } from "@counterpart/server/document/schemas/closed-schema";
import { readResponseHeader } from "@counterpart/server/request/read-response-header";
import { compileSchema } from "@counterpart/server/validation/schemas/compile-schema";

type SchemaErrors = ReturnType<ReturnType<typeof compileSchema>>;

interface HeaderFault {
  /** As the document spells it. */
  name: string;
  /** Undefined if a required header is missing. */
  text?: string;
  errors: SchemaErrors;
}

/** What a document says about single parts of a response. */
export interface ResponseChecks {
  /** @param given by lower-case name; several `Set-Cookie` headers are separated by line breaks */
  headerFaults: (documented: Response, given: Record<string, string>) => HeaderFault[];
  bodyErrors: (schema: Schema, value: unknown) => SchemaErrors;
}

/** Schemas are compiled when they are first used. */
export function createResponseChecks(document: ApiDocument): ResponseChecks {
  const validators = new Map<object, (value: unknown) => SchemaErrors>();
  const bodyErrors = (schema: Schema, value: unknown): SchemaErrors =>
    getOrMake(validators, schema, () => compileSchema(closeSchema(document, schema, "response")))(value);
  return {
    bodyErrors,
    headerFaults: ({ headers }, given) =>
      Object.entries(headers).flatMap(([name, header]): HeaderFault[] => {
        const text = own(given, name.toLowerCase());
        if (text === undefined) return header.required ? [{ name, errors: [] }] : [];
        const errors = bodyErrors(header.schema, readResponseHeader(document, name, header, text));
        return errors.length > 0 ? [{ name, text, errors }] : [];
      }),
  };
}
