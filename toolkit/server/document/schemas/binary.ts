/**
 * Whether a schema stands for bytes, as OpenAPI 3.0 (`format: binary`) and 3.1 (`contentMediaType` without an encoding)
 * say it. Handlers and clients see a Blob.
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
