import type { Arbitrary } from "fast-check";
import { type ApiDocument, type MediaType, resolve, type Schema } from "../../document/document.ts";
import { examplesOf } from "../../document/examples-of.ts";
import { essence, isJson } from "../../document/media-types.ts";
import { closeSchema } from "../../testing/closed-schema.ts";
import { asRead } from "../as-read.ts";
import { type Negatives, negatives } from "../broken/negatives.ts";
import type { KnownValues } from "../known.ts";
import { encode } from "./parameters.ts";
import { satisfying, Unreachable } from "./satisfying.ts";
import { createCompiler } from "./values.ts";

/** One media type of a request body. */
export interface CompiledBody {
  mediaType: string;
  values: Arbitrary<unknown>;
  negatives: Negatives;
  /** Undefined when the value can't be sent in this media type. */
  encode: (value: unknown) => EncodedBody | undefined;
}

export interface EncodedBody {
  contentType: string;
  bytes: Buffer;
}

/** Throws Unreachable when no body can be made. */
export function compileBody(
  document: ApiDocument,
  mediaType: string,
  content: MediaType,
  known: KnownValues<never>,
): CompiledBody {
  const schema = closeSchema(document, content.schema, "request");
  const compiler = createCompiler(schema, { known });
  const encodeAs = encoder(mediaType, propertiesOf(compiler.flat(schema).keywords), document);
  const isText = !isJson(mediaType);
  const read = (value: unknown) => (isText ? asRead(compiler, schema, value) : value);
  const canBeSent = (value: unknown) => encodeAs(compiler.concrete(value)) !== undefined;
  const isRead = (value: unknown) => canBeSent(value) && compiler.isValid(schema, read(value));
  const examples = examplesOf(content);
  const withExamples: Schema = examples.length > 0 ? { allOf: [schema], examples } : schema;
  return {
    mediaType,
    values: satisfying(compiler.values(withExamples), isRead, `a body of ${mediaType}`),
    negatives: negatives(compiler, schema, read, canBeSent),
    encode: encodeAs,
  };
}

type Encoder = CompiledBody["encode"];

function propertiesOf({ properties = {} }: Schema): Record<string, Schema> {
  return properties as Record<string, Schema>;
}

function encoder(mediaType: string, properties: Record<string, Schema>, document: ApiDocument): Encoder {
  const type = essence(mediaType);
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
      const isFile = (name: string) => resolve(document, properties[name] ?? {}).format === "binary";
      return parts && parts.length > 0 ? multipart(parts, isFile) : undefined;
    };
  }
  if (type.endsWith("xml")) throw new Unreachable(`${type} is nothing that can be made here`);
  const contentType = type.includes("*") ? "application/octet-stream" : type;
  return (value) =>
    typeof value === "string" && value !== "" ? { contentType, bytes: Buffer.from(value) } : undefined;
}

/** The fields of a form; a list is a field several times. Undefined when a form can't have such a value. */
function fields(value: unknown, within?: string): [string, string][] | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const out: [string, string][] = [];
  for (const [key, one] of Object.entries(value)) {
    // Parsers of forms leave out what would shadow something that every object has.
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
    // One that is empty couldn't be told from one that isn't there, nor a list of one from the one.
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
