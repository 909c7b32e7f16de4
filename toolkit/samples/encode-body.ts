import { isDeepStrictEqual } from "node:util";
import { itemReader } from "../client-runtime/item-reader.ts";
import { itemText } from "../client-runtime/item-text.ts";
import type { ItemWriting } from "../client-runtime/write-items.ts";
import { essence, isJson, sendableMediaType } from "../document/media-types.ts";
import { encode } from "./parameter-text.ts";
import { Unreachable } from "./values/satisfying.ts";

export interface EncodedBody {
  contentType: string;
  bytes: Buffer;
}

/** Undefined when the value can't be sent in this media type. */
export type BodyEncoder = (value: unknown) => EncodedBody | undefined;

/**
 * @param isFile whether a field of a form is a file
 * @throws Unreachable for a media type that isn't supported
 */
export function bodyEncoder(
  mediaType: string,
  isFile: (field: string) => boolean,
  items?: ItemWriting,
): BodyEncoder {
  const type = essence(sendableMediaType(mediaType));
  if (items) {
    return (value) => {
      if (!Array.isArray(value) || value.length === 0 || !value.every((one) => isWritable(items, one)))
        return undefined;
      const text = value.map((one) => itemText(items.format, one, items.eventData)).join("");
      return { contentType: type, bytes: Buffer.from(text) };
    };
  }
  if (isJson(type)) {
    return (value) =>
      value === undefined ? undefined : { contentType: type, bytes: Buffer.from(JSON.stringify(value)) };
  }
  if (type === "application/x-www-form-urlencoded") {
    return (value) => {
      const text = fields(value)
        ?.map((field) => field.map(encode).join("="))
        .join("&");
      return text ? { contentType: type, bytes: Buffer.from(text) } : undefined;
    };
  }
  if (type === "multipart/form-data") {
    return (value) => {
      const parts = fields(value);
      return parts && parts.length > 0 ? multipart(parts, isFile) : undefined;
    };
  }
  if (type.endsWith("xml")) throw new Unreachable(`bodies of ${type} aren't supported`);
  return (value) =>
    typeof value === "string" && value !== "" ? { contentType: type, bytes: Buffer.from(value) } : undefined;
}

/** Whether an item reads as it was, written and read again: events have four members, which are texts but for their data. */
function isWritable({ format, eventData }: ItemWriting, item: unknown): boolean {
  if (format !== "events") return item !== undefined;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  const reader = itemReader(format, { jsonEvents: eventData !== undefined });
  const read = [...reader.push(itemText(format, item, eventData)), ...reader.end()];
  return isDeepStrictEqual(read, [{ ...item }]);
}

/** The fields of a form; a list becomes a repeated field. Undefined for a value that a form can't express. */
function fields(value: unknown, within?: string): [string, string][] | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const out: [string, string][] = [];
  for (const [key, one] of Object.entries(value)) {
    // Form parsers drop names that every object inherits.
    if (key in Object.prototype) return undefined;
    const name = within === undefined ? key : `${within}[${key}]`;
    const list = Array.isArray(one) ? one : [one];
    for (const item of list) {
      if (typeof item === "object") {
        const inner = Array.isArray(one) ? undefined : fields(item, name);
        if (!inner || inner.length === 0) return undefined;
        out.push(...inner);
      } else out.push([name, String(item)]);
    }
    // An empty list reads like a missing one, and a list with a single item like that item.
    if (list.length === 0 || (Array.isArray(one) && list.length === 1)) return undefined;
  }
  return out;
}

const boundary = "----counterpart-fuzz";

function multipart(parts: [string, string][], isFile: (name: string) => boolean): EncodedBody {
  const text = parts.map(([name, value]) => {
    const quoted = name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
    const file = isFile(name) ? '; filename="file.bin"\r\nContent-Type: application/octet-stream' : "";
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n${value}\r\n`;
  });
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${text.join("")}--${boundary}--\r\n`),
  };
}
