import { MIMEType } from "node:util";
import type { MediaType, Response } from "@counterpart/server/document";

/** The documented response for a status: of the status itself, of its range (`4XX`), or `default`. */
export function documentedResponse(
  responses: Record<string, Response>,
  status: number,
): Response | undefined {
  const range = `${String(status).slice(0, 1)}XX`;
  const key = [String(status), range, "default"].find((one) => Object.hasOwn(responses, one));
  return key === undefined ? undefined : responses[key];
}

/** Whether HTTP has no content for a status (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  const [essence = ""] = mediaType.split(";", 1);
  return essence.trim().toLowerCase();
}

/** Whether a media type is JSON (RFC 6839, 3.1). */
export function isJsonType(mediaType = ""): boolean {
  const essence = essenceOf(mediaType);
  return essence.endsWith("/json") || essence.endsWith("+json");
}

/**
 * The documented media type that describes a body: the type itself before a range, and a longer range before a
 * shorter one (OpenAPI 3.1, 4.8.14.1). Parameters decide between equal ones, and those of both must agree.
 */
export function documentedMedia(
  content: Record<string, MediaType>,
  contentType: string | undefined,
): MediaType | undefined {
  if (contentType === undefined) return undefined;
  if (Object.hasOwn(content, contentType)) return content[contentType];
  const sent = parsedType(contentType);
  if (!sent) return undefined;
  const matching = Object.keys(content).flatMap((name) => {
    const documented = parsedType(name);
    return documented && includes(documented.essence, sent.essence) && agree(documented, sent)
      ? [{ name, documented }]
      : [];
  });
  const [best] = matching.sort(
    (one, other) =>
      specificity(other.documented) - specificity(one.documented) ||
      sharedParameters(other.documented, sent) - sharedParameters(one.documented, sent) ||
      one.documented.parameters.size - other.documented.parameters.size,
  );
  return best && content[best.name];
}

interface ParsedType {
  essence: string;
  /** Without those about a body's encoding. */
  parameters: Map<string, string>;
}

function parsedType(text: string): ParsedType | undefined {
  try {
    const { essence, params } = new MIMEType(text);
    const parameters = [...params].filter(([name]) => name !== "charset" && name !== "boundary");
    return { essence, parameters: new Map(parameters) };
  } catch {
    return undefined;
  }
}

function includes(range: string, essence: string): boolean {
  if (range === essence || range === "*/*") return true;
  const [start = "", end] = range.split("*");
  return (
    end !== undefined &&
    essence.length > start.length + end.length &&
    essence.startsWith(start) &&
    essence.endsWith(end)
  );
}

function agree(documented: ParsedType, { parameters }: ParsedType): boolean {
  return [...documented.parameters].every(([name, value]) => (parameters.get(name) ?? value) === value);
}

function specificity({ essence }: ParsedType): number {
  return essence.includes("*") ? essence.length : Infinity;
}

function sharedParameters(documented: ParsedType, sent: ParsedType): number {
  return [...documented.parameters.keys()].filter((name) => sent.parameters.has(name)).length;
}
