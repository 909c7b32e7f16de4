import { type DocumentOperation, percentDecoded } from "@counterpart/server/document";

/** A request that isn't safe and may have been carried out. */
export interface Write {
  span: Span;
  pathname: string;
  operation: DocumentOperation | undefined;
  method: string;
  /** Undefined if it got no response. */
  status: number | undefined;
  /** The bodies of request and response; undefined if they are large or unknown. */
  text: string | undefined;
}

export interface Resource {
  pathname: string;
  operation: DocumentOperation | undefined;
}

/**
 * Whether a write may change a resource. It doesn't if it is about another resource and doesn't mention this
 * one's id. What an undocumented request does isn't known, nor what a request without any parameter resets.
 */
export function mayChange(
  {
    operation,
    pathname,
    method,
    status,
    text,
  }: Pick<Write, "operation" | "pathname" | "method" | "status" | "text">,
  resource: Resource,
): boolean {
  if (!operation || !resource.operation || text === undefined) return true;
  if (method === "POST" && text === "" && !operation.path.includes("{")) return true;
  const id = idOf(resource);
  if (id !== undefined && mentions(`${pathname}\n${text}`, id)) return true;
  // Adding to a list changes no other item of it.
  if (method === "POST" && status === 201 && id !== undefined) return false;
  return isWithin(pathname, resource.pathname) || isWithin(resource.pathname, pathname);
}

/** The last segment of the path, if it is a parameter. */
function idOf({ pathname, operation }: Resource): string | undefined {
  if (!operation?.path.endsWith("}")) return undefined;
  return percentDecoded(pathname.slice(pathname.lastIndexOf("/") + 1));
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** Whether a text has an id as a word. */
function mentions(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const isWord = !wordCharacter.test(text[at - 1] ?? "") && !wordCharacter.test(text[at + id.length] ?? "");
    if (isWord) return true;
  }
  return false;
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(around.endsWith("/") ? around : `${around}/`);
}

/** When an exchange began and ended. */
export interface Span {
  /** Its place in the order of all beginnings and ends; undefined if the judge wasn't called when it began. */
  begun?: number;
  ended: number;
  startMs: number;
  endMs: number;
}

/** A date has whole milliseconds, so an exchange may seem to begin before the previous one ended, or to end before it. */
export function isBefore(earlier: Span, later: Span): boolean {
  if (later.begun !== undefined) return earlier.ended < later.begun;
  return earlier.ended < later.ended && Math.floor(earlier.endMs) <= later.startMs;
}
