import { jsonpath } from "json-p3";
import type { Finding } from "../../findings/finding.ts";
import { pointerTo, type RawDocument } from "../../references.ts";
import { createFindLine } from "../files/find-line.ts";
import type { SourceFiles } from "../files/source-files.ts";
import type { Origin, Origins } from "../origins.ts";
import { unreadable } from "../unreadable-spec.ts";
import { type Container, MergeFault, mergeInto } from "./merge.ts";
import { type Action, readOverlay } from "./read-overlay.ts";

/**
 * Applies an OpenAPI Overlay to a bundled document, which is changed:
 * https://spec.openapis.org/overlay/v1.1.0.html
 * @returns a warning for each action without a matching target, and for anything outside the Overlay
 * Specification
 * @throws UnreadableSpec with the file and line of a faulty action
 */
export function applyOverlay(
  raw: RawDocument,
  file: string,
  { files, origins }: { files: SourceFiles; origins: Origins },
): Finding[] {
  const overlay = readOverlay(file, files);
  const placeOf = ({ file: name, pointer }: Origin) => {
    const source = files.read(name);
    const line = "text" in source ? createFindLine(source)(pointer) : 1;
    return { file: files.name(name), line };
  };
  const warning = (pointer: string, message: string): Finding => ({
    severity: "warning",
    pointer: "#",
    ...placeOf({ file, pointer }),
    message,
  });
  const notes = overlay.findings.map(({ pointer = "#", message }) => warning(pointer, message));
  for (const action of overlay.actions) {
    const origin = { file, pointer: action.pointer };
    try {
      if (applyAction(raw, action, { origin, origins })) continue;
    } catch (error) {
      if (error instanceof MergeFault) throw unreadable(placeOf(error.origin), error.message);
      if (error instanceof jsonpath.JSONPathError)
        throw unreadable(placeOf(origin), `Not a JSONPath: ${error.message}.`);
      throw error;
    }
    notes.push(
      warning(action.pointer, `The overlay's target ${action.target} matches nothing in the document.`),
    );
  }
  return notes;
}

/** @returns whether there was something to change */
function applyAction(
  raw: RawDocument,
  { target, update, copy, remove }: Action,
  { origin, origins }: { origin: Origin; origins: Origins },
): boolean {
  // Wraps the document, so that its root is a member like any other.
  const root: Container = { document: raw };
  const placesOf = (path: string) =>
    jsonpath
      .query(path, raw as never)
      .locations()
      .map((keys) => ["document", ...keys.map(String)]);
  const places = placesOf(target);
  const value = remove ? undefined : copy === undefined ? update : copied(copy);
  const from = {
    value,
    origin: { ...origin, pointer: `${origin.pointer}/${copy === undefined ? "update" : "copy"}` },
  };
  // In reverse, because removing an item shifts the indexes after it.
  if (remove) for (const place of places.reverse()) removeAt(raw, place, { root, origin, origins });
  else if (value !== undefined)
    for (const place of places) mergeInto(memberAt(root, place), from, origins, true);
  return places.length > 0;

  function copied(path: string): unknown {
    const [place, ...others] = placesOf(path);
    if (place === undefined || others.length > 0) {
      throw new MergeFault(
        `\`copy\` must match one place, and ${path} matches ${place ? others.length + 1 : "none"}.`,
        { ...origin, pointer: `${origin.pointer}/copy` },
      );
    }
    const { container, key } = memberAt(root, place);
    return structuredClone(container[key]);
  }
}

function removeAt(
  raw: RawDocument,
  place: string[],
  { root, origin, origins }: { root: Container; origin: Origin; origins: Origins },
): void {
  if (place.length === 1) throw new MergeFault("The document as a whole can't be removed.", origin);
  const { container, key } = memberAt(root, place);
  if (!Array.isArray(container)) {
    delete container[key];
    return;
  }
  const [, ...around] = place.slice(0, -1);
  origins.keepMembers(raw, `#${pointerTo(around)}`);
  container.splice(Number(key), 1);
}

function memberAt(root: Container, place: string[]): { container: Container; key: string } {
  const container = place.slice(0, -1).reduce((at, key) => at[key] as Container, root);
  return { container, key: place.at(-1) ?? "" };
}
