import { isObject, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

/** The members of `x-mcp`: which values they can have, in words too. */
const members: Record<string, { isValid: (value: unknown) => boolean; words: string }> = {
  omit: { isValid: isBoolean, words: "true or false" },
  name: {
    isValid: (value) => typeof value === "string" && /^[\w-]{1,64}$/.test(value),
    words: "1 to 64 letters, digits, underscores and hyphens",
  },
  description: { isValid: isText, words: "a text" },
  group: { isValid: isText, words: "a text" },
  fixed: { isValid: isObject, words: "an object with a value for each argument" },
  confirm: { isValid: (value) => isBoolean(value) || isText(value), words: "true, false or a question" },
};

/** Drops the members of an operation's `x-mcp` that can't be applied, with a warning for each. */
export function repairMcp(given: unknown, place: Place, repair: Repair): Node {
  if (!isObject(given)) {
    repair.warn([place, "x-mcp"], `\`x-mcp\` must be an object, not ${shown(given)}; it is ignored.`);
    return {};
  }
  const entries = Object.entries(given).filter(([key, value]) => {
    const member = Object.hasOwn(members, key) ? members[key] : undefined;
    if (member?.isValid(value)) return true;
    const message = member
      ? `${shown(value)} is ignored: \`${key}\` must be ${member.words}.`
      : `\`x-mcp\` has no ${shown(key)}; it is ignored. It can have ${Object.keys(members).join(", ")}.`;
    repair.warn([place, "x-mcp", key], message);
    return false;
  });
  return Object.fromEntries(entries);
}
