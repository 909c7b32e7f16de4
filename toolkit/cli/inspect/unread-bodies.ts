import { unreadAs } from "@counterpart/server/document/body-reading";
import type { ApiDocument, MediaType } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { hasItems } from "@counterpart/server/document/item-stream";
import { operationPointer } from "@counterpart/server/document/path-item";
import { escapePointerPart } from "@counterpart/server/document/references";

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
