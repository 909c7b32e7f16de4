import {
  type ApiDocument,
  bodyShape,
  type DocumentOperation,
  essence,
  isJson,
  isOfBytes,
  isReadByItem,
  type MediaType,
  matchesMediaType,
  sentMediaType,
  summarizeSchema,
} from "@counterpart/server/document";
import { type FormPart, formParts } from "@counterpart/server/request";
import { own } from "@counterpart/server/values";
import { exampleBody } from "../../samples/example-request.ts";
import { formBytes, uploadName } from "../../samples/form-bytes.ts";
import { tinyFile } from "../tiny-file.ts";

/** A body as text, as the fields of a multipart form, or as a file, which is a single field without a name. */
export interface CallBody {
  /** As documented. */
  mediaType: string;
  /** As sent. */
  contentType: string;
  text: string;
  parts?: CallPart[];
}

export interface CallPart {
  name: string;
  isFile: boolean;
  /** Whether several files may be sent. */
  isList: boolean;
  /** The text, or the files. */
  sent: FormPart[];
  isSent: boolean;
}

/** The names of the body's fields in the form of a call. */
export const bodyField = "body";
export const partField = {
  value: (index: number) => `part-${index}`,
  isSent: (index: number) => `part-sent-${index}`,
};

/** A valid body if there is one. Sample files are as small as possible. */
export function bodyOf(
  document: ApiDocument,
  { requestBody }: DocumentOperation,
  wanted: string | undefined,
): CallBody | undefined {
  if (!requestBody) return undefined;
  const { content } = requestBody;
  const media = wanted === undefined ? undefined : own(content, wanted);
  const given = media && wanted !== undefined ? { [wanted]: media } : content;
  const example = exampleBody(document, { required: true, content: given });
  const encoded = example?.encode(example.value);
  const mediaType = example?.mediaType ?? Object.keys(given)[0];
  if (mediaType === undefined) return undefined;
  const contentType = encoded?.contentType ?? sentMediaType(document, mediaType, given[mediaType]);
  const text = encoded?.bytes.toString() ?? "";
  const parts = partsOf(document, { mediaType, media: given[mediaType] ?? {}, contentType }, encoded?.bytes);
  return {
    mediaType,
    contentType,
    text: isJson(mediaType) && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text,
    ...(parts && { parts }),
  };
}

function partsOf(
  document: ApiDocument,
  { mediaType, media, contentType }: { mediaType: string; media: MediaType; contentType: string },
  bytes: Buffer = Buffer.alloc(0),
): CallPart[] | undefined {
  if (essence(contentType) === "multipart/form-data") {
    return formFieldsOf(document, media, bytes.length > 0 ? formParts(Buffer.from(bytes), contentType) : []);
  }
  if (bodyShape(contentType) !== "bytes" || isReadByItem(mediaType, media)) return undefined;
  const filename = uploadName("file", contentType);
  const sample = withTinyFile({ name: "", filename, contentType, bytes: Buffer.from(bytes) });
  return [{ name: "", isFile: true, isList: false, sent: [sample], isSent: bytes.length > 0 }];
}

/** The fields of the sample, and the other documented ones. */
function formFieldsOf(document: ApiDocument, media: MediaType, sample: FormPart[]): CallPart[] {
  const { properties } = summarizeSchema(document, media.schema ?? {});
  const isList = (name: string) =>
    Object.hasOwn(properties, name) && summarizeSchema(document, properties[name] ?? {}).types.has("array");
  const parts: CallPart[] = [];
  for (const part of sample.map(withTinyFile)) {
    const { name, filename } = part;
    const isFile = filename !== undefined;
    const earlier = isFile && parts.find((one) => one.isFile && one.name === name);
    if (earlier) earlier.sent.push(part);
    else parts.push({ name, isFile, isList: isFile && isList(name), sent: [part], isSent: true });
  }
  for (const [name, schema] of Object.entries(properties)) {
    if (sample.some((part) => part.name === name || part.name.startsWith(`${name}[`))) continue;
    const isFile = isOfBytes(document, schema);
    const empty = { name, bytes: Buffer.alloc(0), ...(isFile && { filename: uploadName(name) }) };
    parts.push({ name, isFile, isList: isFile && isList(name), sent: [empty], isSent: false });
  }
  return parts;
}

function withTinyFile(part: FormPart): FormPart {
  const file = part.filename === undefined ? undefined : tinyFile(part.contentType ?? "");
  return file ? { ...part, bytes: Buffer.from(file) } : part;
}

/** Reads a body from the form that showed this example. */
export function readBody(example: CallBody, form: FormPart[]): CallBody {
  const { parts } = example;
  if (!parts) {
    // Browsers send each line break as CR LF.
    const text = form.find((one) => one.name === bodyField)?.bytes.toString() ?? "";
    return { ...example, text: text.replaceAll("\r\n", "\n") };
  }
  const read = parts.map((part, index) => readPart(part, index, form));
  const [file] = read[0]?.name === "" ? read[0].sent : [];
  const type = file?.contentType;
  const isDocumented = type !== undefined && matchesMediaType(example.mediaType, type);
  return { ...example, parts: read, ...(isDocumented && { contentType: type }) };
}

function readPart(part: CallPart, index: number, form: FormPart[]): CallPart {
  const isTicked = form.some((one) => one.name === partField.isSent(index));
  const given = form.filter((one) => one.name === partField.value(index));
  if (part.isFile) {
    const files = given.filter(({ bytes }) => bytes.length > 0).map((one) => ({ ...one, name: part.name }));
    return files.length > 0 ? { ...part, sent: files, isSent: true } : { ...part, isSent: isTicked };
  }
  const [shown] = part.sent;
  const bytes = given[0]?.bytes ?? Buffer.alloc(0);
  const isSent = isTicked || (shown !== undefined && !bytes.equals(shown.bytes));
  return { ...part, sent: [{ ...shown, name: part.name, bytes }], isSent };
}

/** The bytes of a body as they are sent; undefined for none. */
export function encodeBody({
  contentType,
  text,
  parts,
}: CallBody): { contentType: string; bytes: Buffer } | undefined {
  if (!parts) return text === "" ? undefined : { contentType, bytes: Buffer.from(text) };
  const sent = parts.filter(({ isSent }) => isSent).flatMap((part) => part.sent);
  const [file] = sent;
  if (!file) return undefined;
  return file.name === "" ? { contentType, bytes: file.bytes } : formBytes(sent);
}
