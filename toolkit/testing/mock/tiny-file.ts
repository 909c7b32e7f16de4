import { essence } from "@counterpart/server/document";

const blankPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
162
%%EOF
`;

/** One white pixel, an empty page or an empty archive. */
const files: Record<string, Buffer> = {
  "image/png": inBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==",
  ),
  "image/jpeg": inBase64(
    `/9j/2wBDAP${"/".repeat(86)}wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z`,
  ),
  "image/gif": inBase64("R0lGODlhAQABAIAAAExpcf///yH5BAUAAAAALAAAAAABAAEAAAICTAEAOw=="),
  "image/webp": inBase64("UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA="),
  "application/pdf": Buffer.from(blankPdf),
  "application/zip": Buffer.from("PK\u0005\u0006".padEnd(22, "\0"), "latin1"),
};

function inBase64(text: string): Buffer {
  return Buffer.from(text, "base64");
}

/** The smallest valid file of a media type; undefined for types without one here. */
export function tinyFile(mediaType: string): Buffer | undefined {
  const type = essence(mediaType);
  return Object.hasOwn(files, type) ? files[type] : undefined;
}
