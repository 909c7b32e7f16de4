import { escapePointerPart } from "../../references.ts";
import { isObject } from "../references/descend.ts";

/** What is wrong with an overlay that can be applied all the same, or what of it has no effect. */
export interface OverlayRemark {
  /** As in `#/actions/0/description`. */
  pointer: string;
  message: string;
}

const fields = {
  overlay: ["overlay", "info", "extends", "actions"],
  info: ["title", "version", "description"],
  action: ["target", "description", "update", "remove", "copy"],
};

/** Compares a file with the Overlay Specification. Faults with which it can't be applied are `readOverlay`'s. */
export function checkOverlay(overlay: Record<string, unknown>): OverlayRemark[] {
  const { overlay: version, info, actions } = overlay;
  const remarks = [...unknownFields("#", overlay, "overlay"), ...checkInfo(info)];
  if (!/^\d+\.\d+\.\d+/.test(String(version)))
    remarks.push({
      pointer: "#/overlay",
      message: `The version ${version} should have three parts, as in 1.1.0.`,
    });
  if (overlay.extends !== undefined)
    remarks.push({
      pointer: "#/extends",
      message: isText(overlay.extends)
        ? "`extends` has no effect: the overlay is applied to the document that names it as one of its overlays."
        : "`extends` should be an address in quotes.",
    });
  if (!Array.isArray(actions)) return remarks;
  if (actions.length === 0)
    remarks.push({ pointer: "#/actions", message: "The overlay has no actions, so it changes nothing." });
  const texts = actions.map((action) => JSON.stringify(action));
  return [
    ...remarks,
    ...actions.flatMap((action, index) =>
      checkAction(action, {
        version,
        pointer: `#/actions/${index}`,
        isRepeated: texts.indexOf(JSON.stringify(action)) < index,
      }),
    ),
  ];
}

function checkInfo(info: unknown): OverlayRemark[] {
  if (!isPlainObject(info)) {
    const message = info === undefined ? "The overlay has no `info`." : "`info` should be an object.";
    return [{ pointer: "#/info", message: `${message} Write \`info: { title: …, version: … }\`.` }];
  }
  const remarks = unknownFields("#/info", info, "info");
  for (const name of fields.info) {
    if (isText(info[name]) || (info[name] === undefined && name === "description")) continue;
    remarks.push({
      pointer: `#/info/${name}`,
      message: `\`${name}\` of \`info\` should be a text, in quotes.`,
    });
  }
  return remarks;
}

interface Around {
  version: unknown;
  pointer: string;
  /** The same action is in the list before. */
  isRepeated: boolean;
}

function checkAction(action: unknown, { version, pointer, isRepeated }: Around): OverlayRemark[] {
  if (!isPlainObject(action)) return [];
  const { description, update, remove, copy } = action;
  const remarks = unknownFields(pointer, action, "action");
  const add = (name: string, message: string) => remarks.push({ pointer: `${pointer}/${name}`, message });
  if (description !== undefined && !isText(description))
    add("description", "`description` should be a text.");
  if (remove !== true && update === undefined && copy === undefined)
    add("target", "The action changes nothing: it has none of `update`, `copy` and `remove: true`.");
  if (update !== undefined && (remove === true || copy !== undefined))
    add("update", `\`update\` has no effect beside \`${remove === true ? "remove: true" : "copy"}\`.`);
  if (copy !== undefined && remove === true) add("copy", "`copy` has no effect beside `remove: true`.");
  if (copy !== undefined && /^1\.0\b/.test(String(version)))
    add("copy", "Overlay 1.0 has no `copy`. It is applied as in `overlay: 1.1.0`.");
  if (isRepeated) add("target", "The overlay has the same action before.");
  return remarks;
}

function unknownFields(
  pointer: string,
  object: Record<string, unknown>,
  kind: keyof typeof fields,
): OverlayRemark[] {
  return Object.keys(object)
    .filter((name) => !fields[kind].includes(name) && !name.startsWith("x-"))
    .map((name) => ({
      pointer: `${pointer}/${escapePointerPart(name)}`,
      message: `\`${name}\` has no effect: ${kind === "info" ? "`info`" : `an ${kind}`} has no such field.`,
    }));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
