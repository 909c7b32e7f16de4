import { isContainer } from "../../references.ts";
import { createFindLine } from "../files/find-line.ts";
import { isFault, type SourceFiles } from "../files/source-files.ts";
import { unreadable } from "../unreadable-spec.ts";
import { checkOverlay } from "./check-overlay.ts";

export interface Action {
  /** Pointer in the file, as in `#/actions/0`. */
  pointer: string;
  /** An RFC 9535 query for the nodes to change. */
  target: string;
  /** The value to merge into each target. */
  update?: unknown;
  /** A query for the one node to merge into each target. */
  copy?: string;
  remove?: boolean;
}

/**
 * Reads an OpenAPI Overlay 1.x.
 * @throws UnreadableSpec
 */
export function readOverlay(file: string, files: SourceFiles) {
  const source = files.read(file);
  if (isFault(source)) throw unreadable({ file: files.name(file), ...source }, source.message);
  const { value } = source;
  const refuse = (pointer: string, message: string) =>
    unreadable({ file: files.name(file), line: createFindLine(source)(pointer) }, message);
  if (!isContainer(value) || value.overlay === undefined) {
    throw refuse(
      "#",
      "The file isn't an overlay. An overlay begins with its version, as in `overlay: 1.1.0`.",
    );
  }
  if (!/^1(\.|$)/.test(String(value.overlay))) {
    throw refuse(
      "#/overlay",
      `The overlay has the version ${value.overlay}. Only versions 1.0 and 1.1 can be read.`,
    );
  }
  if (!Array.isArray(value.actions)) throw refuse("#/actions", "The overlay has no list of `actions`.");
  const actions = value.actions.map((action: unknown, index): Action => {
    const pointer = `#/actions/${index}`;
    if (!isContainer(action) || typeof action.target !== "string")
      throw refuse(pointer, "The action has no `target`, a JSONPath such as `$.paths['/pets'].get`.");
    const { target, update, copy, remove } = action;
    if (copy !== undefined && typeof copy !== "string")
      throw refuse(`${pointer}/copy`, "`copy` must be a JSONPath, in quotes.");
    if (remove !== undefined && typeof remove !== "boolean")
      throw refuse(`${pointer}/remove`, "`remove` must be `true` or `false`.");
    return { pointer, target, update, remove: remove === true, ...(copy !== undefined && { copy }) };
  });
  return { actions, findings: checkOverlay(value) };
}
