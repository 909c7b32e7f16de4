import type { LeftOut } from "@counterpart/server/document";
import { pointerParts } from "@counterpart/server/values";

/** The path of the overlay in a new project. */
export const leftOutOverlay = "spec/left-out.overlay.yaml";

/**
 * An overlay that removes everything that can't be served, with the reasons, so that a new project's `check`
 * passes. Undefined if everything can be served.
 * @param writtenPath maps a path to its spelling in the document's files
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
  return `# Removes from the document what can't be served. Delete an action after fixing its fault.
overlay: 1.1.0
info: { title: What can't be served, version: 1.0.0 }
actions:
${actions.join("")}`;
}
