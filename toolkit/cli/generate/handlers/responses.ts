import type { DocumentOperation, Response } from "@counterpart/server/document/document";
import { hasItems } from "@counterpart/server/document/item-stream";
import { isJson } from "@counterpart/server/document/media-types";
import { capitalized } from "../literal.ts";
import type { OperationType } from "./operation-input.ts";

/** What a handler may return for one documented response, in one of its media types. */
export interface ResponseType {
  /** `GetPet200`: what the compiler calls it when a handler gets it wrong. */
  name: string;
  /** Its members, as source. */
  members: string[];
}

export interface ResponseSource {
  /** The operation's, in PascalCase; no two operations may share it. */
  name: string;
  type: OperationType;
  /** Takes the marks of `readOnly` and `writeOnly` off a type. */
  unmarked: (body: string) => string;
  /** Whether bodies other than JSON may be sent in pieces. */
  streams: boolean;
}

/**
 * The types of what an operation's handler may return. Errors come first: a handler that returns an undocumented status
 * is compared with the last one, so that the compiler finds fault with the status and not with the body of a success.
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

/** Bodies of several media types are told apart by it; of `image/*`, it says which. */
function contentTypeMember(mediaType: string | undefined, count: number): string[] {
  if (mediaType === undefined) return [];
  const isRange = mediaType.includes("*");
  const type = isRange ? `\`${mediaType.replaceAll("*", `$\{string}`)}\`` : JSON.stringify(mediaType);
  if (count > 1) return [`contentType: ${type}`];
  return isRange ? [`contentType?: ${type}`] : [];
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

/** A documented header that the server doesn't set by itself is the handler's to give. */
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
