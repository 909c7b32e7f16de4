import { isObject, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";
import { repairPlacedArguments } from "./repair-placed-arguments.ts";

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
  arguments: { isValid: isObject, words: "an object with the place of each argument" },
  generated: {
    isValid: (value) => Array.isArray(value) && value.every(isText),
    words: "a list of header parameters",
  },
  errors: {
    isValid: (value) => isObject(value) && Object.values(value).every(Number.isInteger),
    words: "an object with an integer for each code or status",
  },
};

/** What the document can say for all operations. */
const shared = ["arguments", "generated", "errors"];

/**
 * Drops the members of an `x-mcp` that can't be applied, with a warning for each.
 * @param place the operation's; undefined for the document
 */
export function repairMcp(given: unknown, place: Place, repair: Repair): Node {
  if (!isObject(given)) {
    repair.warn([place, "x-mcp"], `\`x-mcp\` must be an object, not ${shown(given)}; it is ignored.`);
    return {};
  }
  const known = place === undefined ? shared : Object.keys(members);
  const entries = Object.entries(given).filter(([key, value]) => {
    const member = known.includes(key) ? members[key] : undefined;
    if (member?.isValid(value)) return true;
    const message = member
      ? `${shown(value)} is ignored: \`${key}\` must be ${member.words}.`
      : `\`x-mcp\` has no ${shown(key)}; it is ignored. It can have ${known.join(", ")}.`;
    repair.warn([place, "x-mcp", key], message);
    return false;
  });
  const repaired = Object.fromEntries(entries);
  if (!isObject(repaired.arguments)) return repaired;
  return { ...repaired, arguments: repairPlacedArguments(repaired.arguments, place, repair) };
}
