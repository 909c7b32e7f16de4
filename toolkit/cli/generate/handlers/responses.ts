import {
  type ApiDocument,
  type DocumentOperation,
  hasItems,
  isJson,
  type Response,
} from "@counterpart/server/document";
import { typeKey } from "../literal.ts";
import { bodySchema } from "../types/body-schema.ts";
import { generic, indented } from "../types/type-text.ts";
import type { OperationType } from "./operation-input.ts";
import type { SentTypes } from "./sent-types.ts";

export interface ResponseSource {
  document: ApiDocument;
  type: OperationType;
  sent: SentTypes;
  /** Whether bodies other than JSON may be streamed. */
  streams: boolean;
}

/**
 * The types that an operation's handler may return: `Reply<200, "application/json", Pet>`. Errors come first: TypeScript
 * compares an undocumented status with the last type, so its message is about the status and not a success's body.
 */
export function responseTypes(
  { responses }: Pick<DocumentOperation, "responses">,
  source: ResponseSource,
): string[] {
  return Object.entries(responses)
    .filter(([status]) => isStatus(status))
    .sort(([a], [b]) => Number(isSuccess(a)) - Number(isSuccess(b)))
    .flatMap(([key, response]) => {
      const status = isExact(key) ? key : `StatusOf<${JSON.stringify(key)}, ${source.type}["responses"]>`;
      const { types: headers, isRequired } = headersType(source, response);
      const suffix = isRequired ? "WithHeaders" : "";
      const mediaTypes = Object.keys(response.content);
      if (mediaTypes.length === 0) return generic(`EmptyReply${suffix}`, [status, ...headers]);
      const name = `${mediaTypes.length > 1 ? "Named" : ""}Reply${suffix}`;
      return mediaTypes.map((mediaType) => {
        const body = bodyType(mediaType, response, source);
        return generic(name, [status, contentType(mediaType), body, ...headers]);
      });
    });
}

/** A member with a union, each type on its own line. @param margin of the member */
export function unionMember(name: string, types: string[], margin: string): string {
  if (types.length <= 1) return `${margin}${name}: ${indented(types[0] ?? "never", margin)};`;
  const lines = types.map((type) => `\n${margin}  | ${indented(type, `${margin}    `)}`);
  return `${margin}${name}:${lines.join("")};`;
}

function isStatus(key: string): boolean {
  return isExact(key) || /^[1-5]XX$/.test(key) || key === "default";
}

function isExact(status: string): boolean {
  return /^\d{3}$/.test(status);
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

/** For a range such as `image/*`, it covers the actual types. */
function contentType(mediaType: string): string {
  if (!mediaType.includes("*")) return JSON.stringify(mediaType);
  return `\`${templateText(mediaType).replaceAll("*", `$\{string}`)}\``;
}

/** Text for the inside of a template literal. */
function templateText(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(/[`$]/g, "\\$&");
}

function bodyType(
  mediaType: string,
  { content }: Response,
  { document, sent, streams }: ResponseSource,
): string {
  const media = content[mediaType];
  const body = sent.bodyOf(bodySchema(document, "response", mediaType, media));
  if (streams && hasItems(mediaType, media)) return `${body} | AsyncIterable<Uint8Array>`;
  return streams && !isJson(mediaType) ? `${body} | StreamedBody` : body;
}

/** The type of the headers that the handler sets, because the server doesn't; empty if there are none. */
function headersType({ sent }: ResponseSource, { headers }: Response) {
  const own = Object.entries(headers).filter(([, header]) => !header.setByServer);
  const members = own.map(([name, { required, schema }]) => {
    return `${typeKey(name)}${required ? "" : "?"}: ${sent.headerOf(schema)}`;
  });
  const isRequired = own.some(([, { required }]) => required);
  return { types: members.length > 0 ? [`{ ${members.join("; ")} }`] : [], isRequired };
}
