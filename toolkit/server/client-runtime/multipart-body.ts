import type { FormEntry } from "./form-entries.ts";

/**
 * A multipart form as bytes, whose type has the boundary. FormData gives a type to files only, and servers that read forms
 * as streams, such as those with multer, look for a part with a file name among the files.
 */
export function multipartBody(entries: FormEntry[]): Blob {
  // A Blob's type is in lower case.
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = entries.flatMap(({ name, value, contentType }) => {
    const isFile = value instanceof Blob;
    const fileName = isFile ? `; filename="${escaped(value instanceof File ? value.name : "blob")}"` : "";
    const type = contentType ?? (isFile ? value.type || "application/octet-stream" : undefined);
    const head = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${escaped(name)}"${fileName}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ];
    return [`${head.join("\r\n")}\r\n\r\n`, value, "\r\n"];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** As browsers write names (HTML, "multipart/form-data encoding algorithm"). */
function escaped(name: string): string {
  return name
    .replaceAll("\r\n", "%0D%0A")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}
