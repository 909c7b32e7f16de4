import { essence, isForm } from "@counterpart/server/document";
import type { HttpRequest } from "../samples/http-request.ts";
import type { FuzzResponse } from "./http.ts";

/** Answers of one kind that come from the server's framework, or a hint of the judge. */
export interface Note {
  /** As in `414 that isn't documented`. */
  kind: string;
  count: number;
  /** As in `GET /users/%2F`. */
  example: string;
}

const longestExample = 60;

export function createNotes() {
  const notes = new Map<string, Note>();
  return {
    add(kind: string, { method, path }: Pick<HttpRequest, "method" | "path">) {
      const note = notes.get(kind);
      if (note) note.count++;
      else {
        const shown = path.length > longestExample ? `${path.slice(0, longestExample)}…` : path;
        notes.set(kind, { kind, count: 1, example: `${method} ${shown}` });
      }
    },
    /** In alphabetical order. */
    list: () => [...notes.values()].sort((one, two) => (one.kind < two.kind ? -1 : 1)),
  };
}

/** Empty if there are no notes. */
export function notesText(notes: Note[]): string {
  if (notes.length === 0) return "";
  return [
    "Notes, which aren't failures: answers that the server's framework gives itself, and hints.",
    ...notes.map(
      ({ kind, count, example }) =>
        `  ${kind}: ${count} ${count === 1 ? "time" : "times"}, such as ${example}`,
    ),
  ].join("\n");
}

/** The length of a path's part that common routers accept: Fastify's take 100 characters for a parameter. */
const longestSegment = 100;

/**
 * Whether a framework may answer a request before the application reads it: the address has an encoded slash
 * or control character, a part that isn't UTF-8, or a long one.
 */
export function isUnusualPath(path: string): boolean {
  return path.split("/").some((segment) => {
    if (segment.length > longestSegment) return true;
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: frameworks refuse them.
      return /[\u0000-\u001f\u007f/\\]|^\.{1,2}$/.test(decodeURIComponent(segment));
    } catch {
      return true;
    }
  });
}

/** Whether a response may come from a framework: a redirect, a refusal, or 501 for a method. */
export function isFrameworks({ status }: Pick<FuzzResponse, "status">): boolean {
  return (status >= 300 && status < 500) || status === 501;
}

/** The note about a part of a response that doesn't fit the document. */
export function undocumentedPart({ status, headers }: FuzzResponse, part: string): string {
  const contentType = headers["content-type"];
  return `${status} with another ${part} than documented (${contentType ? essence(contentType) : "no media type"})`;
}

/** Whether a form expresses an object, which only some servers read. */
export function hasFieldInBrackets({ headers, body }: Pick<HttpRequest, "headers" | "body">): boolean {
  const [, contentType = ""] = headers.find(([name]) => name === "Content-Type") ?? [];
  return isForm(contentType) && /(\[|%5B)[^=]*(\]|%5D)"?(=|\r\n)/i.test(body?.toString() ?? "");
}
