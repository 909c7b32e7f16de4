import {
  type ApiDocument,
  hasItems,
  type MediaType,
  operationPointer,
  unreadAs,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { escapePointerPart } from "@counterpart/server/values";

/** Reports each body whose schema has no effect because its media type isn't parsed. */
export function unreadBodies(document: ApiDocument): Finding[] {
  return document.operations.flatMap((operation) => {
    const { requestBody, responses } = operation;
    const at = operationPointer(operation);
    return [
      ...notesOf(document, `${at}/requestBody`, requestBody?.content),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        notesOf(document, `${at}/responses/${status}`, content),
      ),
    ];
  });
}

function notesOf(document: ApiDocument, at: string, content: Record<string, MediaType> = {}): Finding[] {
  return Object.entries(content).flatMap(([mediaType, media]): Finding[] => {
    if (media?.schema === undefined || hasItems(mediaType, media)) return [];
    const unread = unreadAs(document, mediaType, media);
    if (unread === undefined) return [];
    const message = `Bodies of ${mediaType} aren't parsed: they are ${unread === "text" ? "text" : "bytes"}, and aren't checked by their schema.`;
    return [
      { severity: "warning", pointer: `${at}/content/${escapePointerPart(mediaType)}/schema`, message },
    ];
  });
}
