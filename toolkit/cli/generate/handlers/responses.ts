import type { DocumentOperation, Response } from "@counterpart/server/document/document";
import { hasItems } from "@counterpart/server/document/item-stream";
import { isJson } from "@counterpart/server/document/media-types";
import { capitalized } from "../literal.ts";
import type { OperationType } from "./operation-input.ts";

/** The type of one documented response in one media type. */
export interface ResponseType {
  /** `GetPet200`, the name in compiler messages. */
  name: string;
  /** Its members, as source. */
  members: string[];
}

export interface ResponseSource {
  /** The operation's name in PascalCase, unique in the document. */
  name: string;
  type: OperationType;
  /** Removes the `readOnly` and `writeOnly` marks from a type. */
  unmarked: (body: string) => string;
  /** Whether bodies other than JSON may be streamed. */
  streams: boolean;
}

/**
 * The types that an operation's handler may return. Errors come first: TypeScript compares an undocumented
 * status with the last type, so its message is about the status rather than the body of a success.
 */
export function responseTypes(
  { responses }: Pick<DocumentOperation, "responses">,
  source: ResponseSource,
): ResponseType[] {
  return Object.entries(responses)
    .filter(([status]) => isStatus(status))
    .sort(([a], [b]) => Number(isSuccess(a)) - Number(isSuccess(b)))
    .flatMap(([status, response]) => {
      const key = isExact(status) ? status : JSON.stringify(status);
      const type = `${source.type}["responses"][${key}]`;
      const statusType = isExact(status) ? status : `StatusOf<${key}, ${source.type}["responses"]>`;
      return mediaTypesOf(response).map(
        (mediaType, index, all): ResponseType => ({
          name: `${source.name}${capitalized(status)}${all.length > 1 ? `${words(mediaType ?? "")}${index + 1}` : ""}`,
          members: [
            `status: ${statusType}`,
            ...contentTypeMember(mediaType, all.length),
            mediaType === undefined
              ? "body?: NoBody"
              : `body: ${bodyType(type, mediaType, response, source)}`,
            headersMember(type, response),
          ],
        }),
      );
    });
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

function mediaTypesOf({ content }: Response): (string | undefined)[] {
  const mediaTypes = Object.keys(content);
  return mediaTypes.length > 0 ? mediaTypes : [undefined];
}

/** Discriminates bodies of several media types; for a range such as `image/*`, it gives the actual type. */
function contentTypeMember(mediaType: string | undefined, count: number): string[] {
  if (mediaType === undefined) return [];
  const isRange = mediaType.includes("*");
  const type = isRange
    ? `\`${templateText(mediaType).replaceAll("*", `$\{string}`)}\``
    : JSON.stringify(mediaType);
  if (count > 1) return [`contentType: ${type}`];
  return isRange ? [`contentType?: ${type}`] : [];
}

/** Text for the inside of a template literal. */
function templateText(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(/[`$]/g, "\\$&");
}

function bodyType(
  type: string,
  mediaType: string,
  { content }: Response,
  { unmarked, streams }: ResponseSource,
): string {
  const body = unmarked(`${type}["content"][${JSON.stringify(mediaType)}]`);
  if (streams && hasItems(mediaType, content[mediaType])) return `${body} | AsyncIterable<Uint8Array>`;
  return streams && !isJson(mediaType) ? `${body} | StreamedBody` : body;
}

/** Documented headers that the handler must set, because the server doesn't. */
function headersMember(type: string, { headers }: Response): string {
  const own = Object.entries(headers).filter(([, header]) => !header.setByServer);
  if (own.length === 0) return "headers?: NoHeaders";
  const members = own.map(([name, { required }]) => {
    const key = JSON.stringify(name);
    return `${key}${required ? "" : "?"}: NonNullable<${type}["headers"][${key}]>`;
  });
  return `headers${own.some(([, { required }]) => required) ? "" : "?"}: { ${members.join("; ")} }`;
}

/** `image/svg+xml` becomes `ImageSvgXml`. */
function words(mediaType: string): string {
  return mediaType
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join("");
}
