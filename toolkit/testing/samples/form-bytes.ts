import { sendableMediaType } from "@counterpart/server/document";
import type { FormPart } from "@counterpart/server/request";

const boundary = "----counterpart-fuzz";

/** The body of a multipart form (RFC 7578), with its media type. */
export function formBytes(parts: FormPart[]): { contentType: string; bytes: Buffer } {
  const pieces = parts.flatMap(({ name, filename, contentType, bytes }) => {
    const file = filename === undefined ? "" : `; filename="${inQuotes(filename)}"`;
    const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${inQuotes(name)}"${file}${type}\r\n\r\n`;
    return [Buffer.from(head), bytes, Buffer.from("\r\n")];
  });
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function inQuotes(name: string): string {
  return name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
}

const extensions: Record<string, string> = {
  jpeg: "jpg",
  plain: "txt",
  mpeg: "mp3",
  "svg+xml": "svg",
};

/** A name for a file to upload, such as `photo.jpg` for a field `photo` of the type `image/jpeg`. */
export function uploadName(field: string, mediaType = ""): string {
  const base = field.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || "file";
  const [, subtype = ""] = sendableMediaType(mediaType).toLowerCase().split(/[/;]/);
  const extension = extensions[subtype] ?? (/^[a-z\d]{2,5}$/.test(subtype) ? subtype : "bin");
  return `${base}.${extension}`;
}
