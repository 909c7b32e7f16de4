import openapiTS, { astToString } from "openapi-typescript";
import type { RawDocument } from "../server/http/document.ts";

/**
 * The document's shapes as TypeScript. The only file that knows openapi-typescript, which gets no more updates:
 * whoever replaces it must keep `paths`, `operations` and `components` as openapi-fetch expects them.
 */
export async function emitTypes(raw: RawDocument): Promise<string> {
  // openapi-typescript changes what it is given.
  const copy = structuredClone(raw);
  return astToString(await openapiTS(copy as never));
}
