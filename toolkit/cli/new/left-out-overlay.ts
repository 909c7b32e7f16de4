import { pointerParts } from "@counterpart/server/document/references";
import type { LeftOut } from "@counterpart/server/document/repair/left-out";

/** Where a new project has the overlay. */
export const leftOutOverlay = "spec/left-out.overlay.yaml";

/**
 * An overlay that removes what can't be served from a document, each with the reason, so that a new project's `check`
 * passes; undefined when everything can be served.
 * @param writtenPath a path as the document's files have it
 */
export function emitLeftOutOverlay(
  leftOut: LeftOut[],
  writtenPath: (path: string) => string,
): string | undefined {
  const removed = leftOut.filter(({ note }) => note.severity === "error");
  if (removed.length === 0) return undefined;
  const actions = removed.map(({ pointer, note }) => {
    const [section = "", name = "", ...method] = pointerParts(pointer);
    const written = section === "paths" ? writtenPath(name) : name;
    const target = [`$.${section}['${written.replaceAll(/['\\]/g, "\\$&")}']`, ...method].join(".");
    return `  - target: ${JSON.stringify(target)}
    description: ${JSON.stringify(note.message)}
    remove: true
`;
  });
  return `# Removes from the document what can't be served. Delete an action when its fault has been put right.
overlay: 1.1.0
info: { title: What can't be served, version: 1.0.0 }
actions:
${actions.join("")}`;
}
