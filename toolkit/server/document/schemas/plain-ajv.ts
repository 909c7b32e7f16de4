import { Ajv2020 } from "ajv/dist/2020.js";
import { formats } from "./formats.ts";
import { regExp } from "./pattern-test.ts";

/**
 * Creates an ajv for JSON Schema 2020-12 and its formats. ajv documents `dist/2020.js` for this; its main
 * entry supports draft-07.
 */
export function createPlainAjv() {
  return new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    // The server reads invalid schemas leniently and reports them in its notes.
    validateSchema: false,
    ownProperties: true,
    formats,
    code: { regExp },
  });
}
