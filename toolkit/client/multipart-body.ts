import type { FormEntry } from "./form-entries.ts";

/**
 * A multipart form as bytes, with the boundary in its type. FormData gives only files a type, and servers that stream
 * forms, such as those with multer, expect parts with a file name to be files.
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

/** Escapes names as browsers do (HTML, "multipart/form-data encoding algorithm"). */
function escaped(name: string): string {
  return name
    .replaceAll("\r\n", "%0D%0A")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}
