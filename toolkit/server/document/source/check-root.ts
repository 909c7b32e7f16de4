import { createFindLine } from "./files/find-line.ts";
import type { SourceFile, Warning } from "./files/parse-source.ts";

/** The version of a document, or why it can't be read. */
export type Root = { fault: Warning } | { version: string; warnings: Warning[] };

/** A document has at least one of these. */
const contents = ["paths", "webhooks", "components"];

/** @returns the version with all three numbers, as in `3.1.0` */
export function checkRoot(source: SourceFile): Root {
  const { name, value, text } = source;
  const fail = (message: string, line = 1): Root => ({ fault: { line, message } });
  if (value === undefined || value === null) {
    return fail(text.trim() === "" ? "The file is empty." : "The file has only comments.");
  }
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown };
  if (openapi === undefined && swagger === undefined) {
    return fail(
      "The file isn't an OpenAPI document. Such a document begins with its version, as in `openapi: 3.1.0`.",
    );
  }
  const lineOf = (key: string) => createFindLine(source)(`#/${key}`);
  if (openapi === undefined) {
    return fail(
      `The document is Swagger ${swagger}. Only OpenAPI 3.0 to 3.2 can be read. Convert it: npx swagger2openapi@7.0.8 --patch --resolve --yaml --outfile openapi.yaml ${name}`,
      lineOf("swagger"),
    );
  }
  // An unquoted version in YAML may be a number: 3.0 is 3.
  const given = typeof openapi === "number" ? openapi.toFixed(1) : String(openapi);
  if (!/^3\.[012](\.|$)/.test(given)) {
    return fail(
      `The document is OpenAPI ${given}. Only OpenAPI 3.0 to 3.2 can be read. Convert it first.`,
      lineOf("openapi"),
    );
  }
  const warnings: Warning[] = [];
  if (!contents.some((name) => Object.hasOwn(value, name)))
    warnings.push({ line: 1, message: "The document has none of `paths`, `webhooks` and `components`." });
  if (/^\d+\.\d+\./.test(given)) return { version: given, warnings };
  const version = `${given}.0`;
  const message = `The version ${given} is read as ${version}. Write \`openapi: ${version}\`.`;
  return { version, warnings: [{ line: lineOf("openapi"), message }, ...warnings] };
}
