import type { RawDocument } from "@counterpart/server/document";
import { bundleIn, readDocument } from "@counterpart/server/read-document";
import { writeAllValidators } from "@counterpart/server/validation";
import { banner } from "./emit-files.ts";

export const validatorsFile = "validators.js";

/** Generates the validators' module and its types. @param bundle the text that the server will read */
export function emitValidators(bundle: string): Record<string, string> {
  const document = readDocument(bundleIn(bundle) as RawDocument);
  return {
    [validatorsFile]: banner + writeAllValidators(document),
    "validators.d.ts": `${banner}import type { WrittenValidators } from "@counterpart/server";

declare const validators: WrittenValidators;
export default validators;
`,
  };
}
