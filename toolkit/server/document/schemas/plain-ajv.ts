import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { regExp } from "./pattern-test.ts";

/** An ajv for JSON Schema 2020-12 and its formats. ajv's manual names `dist/2020.js` for it: its main entry reads draft-07. */
export function createPlainAjv() {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    // The server reads what the document's schemas get wrong leniently, and says so in its notes.
    validateSchema: false,
    ownProperties: true,
    code: { regExp },
  });
  return addFormats.default(ajv);
}
