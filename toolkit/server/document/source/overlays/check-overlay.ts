import type { Finding } from "../../findings/finding.ts";
import { escapePointerPart } from "../../references.ts";
import { isObject } from "../../walk.ts";

const fields = {
  overlay: ["overlay", "info", "extends", "actions"],
  info: ["title", "version", "description"],
  action: ["target", "description", "update", "remove", "copy"],
};

const withoutEffect =
  "`extends` has no effect: the overlay is applied to the document whose configuration lists it.";

/**
 * Checks a file against the Overlay Specification and reports faults that don't prevent applying it;
 * `readOverlay` refuses the others. Pointers are relative to the overlay, as in `#/actions/0/description`.
 */
export function checkOverlay(overlay: Record<string, unknown>): Finding[] {
  const { overlay: version, info, actions } = overlay;
  const findings = [...unknownFields("#", overlay, "overlay"), ...checkInfo(info)];
  if (!/^\d+\.\d+\.\d+/.test(String(version)))
    findings.push(warning("#/overlay", `The version ${version} should have three parts, as in 1.1.0.`));
  if (overlay.extends !== undefined)
    findings.push(
      warning(
        "#/extends",
        isText(overlay.extends) ? withoutEffect : "`extends` should be an address in quotes.",
      ),
    );
  if (!Array.isArray(actions)) return findings;
  if (actions.length === 0)
    findings.push(warning("#/actions", "The overlay has no actions, so it changes nothing."));
  const texts = actions.map((action) => JSON.stringify(action));
  return [
    ...findings,
    ...actions.flatMap((action, index) =>
      checkAction(action, {
        version,
        pointer: `#/actions/${index}`,
        isRepeated: texts.indexOf(JSON.stringify(action)) < index,
      }),
    ),
  ];
}

function checkInfo(info: unknown): Finding[] {
  if (!isObject(info)) {
    const message = info === undefined ? "The overlay has no `info`." : "`info` should be an object.";
    return [warning("#/info", `${message} Write \`info: { title: …, version: … }\`.`)];
  }
  const findings = unknownFields("#/info", info, "info");
  for (const name of fields.info) {
    if (isText(info[name]) || (info[name] === undefined && name === "description")) continue;
    findings.push(warning(`#/info/${name}`, `\`${name}\` of \`info\` should be a text, in quotes.`));
  }
  return findings;
}

interface Around {
  version: unknown;
  pointer: string;
  /** Whether the same action is earlier in the list. */
  isRepeated: boolean;
}

function checkAction(action: unknown, { version, pointer, isRepeated }: Around): Finding[] {
  if (!isObject(action)) return [];
  const { description, update, remove, copy } = action;
  const findings = unknownFields(pointer, action, "action");
  const add = (name: string, message: string) => findings.push(warning(`${pointer}/${name}`, message));
  if (description !== undefined && !isText(description))
    add("description", "`description` should be a text.");
  if (remove !== true && update === undefined && copy === undefined)
    add("target", "The action changes nothing: it has none of `update`, `copy` and `remove: true`.");
  if (update !== undefined && (remove === true || copy !== undefined))
    add("update", `\`update\` has no effect beside \`${remove === true ? "remove: true" : "copy"}\`.`);
  if (copy !== undefined && remove === true) add("copy", "`copy` has no effect beside `remove: true`.");
  if (copy !== undefined && /^1\.0\b/.test(String(version)))
    add("copy", "Overlay 1.0 has no `copy`. It is applied as in `overlay: 1.1.0`.");
  if (isRepeated) add("target", "An earlier action of the overlay is the same.");
  return findings;
}

function unknownFields(
  pointer: string,
  object: Record<string, unknown>,
  kind: keyof typeof fields,
): Finding[] {
  return Object.keys(object)
    .filter((name) => !fields[kind].includes(name) && !name.startsWith("x-"))
    .map((name) =>
      warning(
        `${pointer}/${escapePointerPart(name)}`,
        `\`${name}\` has no effect: ${kind === "info" ? "`info`" : `an ${kind}`} has no such field.`,
      ),
    );
}

function warning(pointer: string, message: string): Finding {
  return { severity: "warning", pointer, message };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
