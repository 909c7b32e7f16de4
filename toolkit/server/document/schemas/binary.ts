/**
 * Whether a schema describes bytes, as in OpenAPI 3.0 (`format: binary`) or 3.1 (`contentMediaType` without
 * an encoding). Handlers and clients get a Blob.
 */
export function isBinary(schema: object): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema as Record<string, unknown>;
  if (type !== undefined && ![type].flat().includes("string")) return false;
  if (format === "binary") return true;
  return (
    contentEncoding === undefined &&
    typeof contentMediaType === "string" &&
    /^(audio|font|image|video)\/|\/(octet-stream|pdf|zip|gzip)$/.test(contentMediaType)
  );
}
