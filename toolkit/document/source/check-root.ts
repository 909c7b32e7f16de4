import type { SourceFile } from "./files/parse-source.ts";

/** Why a file isn't the root of a document that is read here, in a sentence; undefined when it is. */
export function faultOfRoot({ value, text }: SourceFile): string | undefined {
  if (value === undefined || value === null)
    return text.trim() === "" ? "The file is empty." : "The file says nothing.";
  if (typeof value !== "object" || Array.isArray(value))
    return `The file isn't an OpenAPI document. ${advice}`;
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown };
  if (openapi === undefined && swagger === undefined) return `The file isn't an OpenAPI document. ${advice}`;
  if (typeof openapi === "string" && /^3\.[012](\.|$)/.test(openapi)) return undefined;
  if (openapi === undefined) return `The document is Swagger ${swagger}. Convert it to OpenAPI 3 first.`;
  const hint = typeof openapi === "number" ? ` Write it in quotes: openapi: "${openapi}.0"` : "";
  return `The document is OpenAPI ${openapi}. OpenAPI 3.0, 3.1 and 3.2 are read here: convert it first.${hint}`;
}

const advice = "Such a document begins with its version, as in `openapi: 3.1.0`.";
