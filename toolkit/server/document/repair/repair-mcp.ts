import { own } from "../own.ts";
import { isObject, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

/** The values that members can have, in words too. */
type Rules = Record<string, { isValid: (value: unknown) => boolean; words: string }>;

/** The members of `x-mcp`. */
const members: Rules = {
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

/** The members of an argument. */
const argumentMembers: Rules = {
  to: {
    isValid: (value) => typeof value === "string" && /^(body|(path|query|header|cookie)\..+)$/.test(value),
    words: "`body`, or a parameter such as `header.X-Reader`",
  },
  text: {
    isValid: (value) => typeof value === "string" && value.split("{value}").length === 2,
    words: "a text with one `{value}`",
  },
  schema: { isValid: isObject, words: "a schema" },
  required: { isValid: isBoolean, words: "true or false" },
};

/** The arguments of `x-mcp`, a text as the place that it names. Drops those that can't be applied, with a warning for each. */
function repairPlacedArguments(given: Node, place: Place, repair: Repair): Node {
  const pointers = Object.keys(given);
  const entries = Object.entries(given).flatMap(([pointer, value]) => {
    const argument = typeof value === "string" ? { to: value } : value;
    const fault = faultOfPointer(pointer, pointers) ?? faultOf(argument);
    if (fault === undefined) return [[pointer, argument]];
    repair.warn(
      [place, "x-mcp", "arguments", pointer],
      `The argument ${shown(pointer)} is ignored: ${fault}`,
    );
    return [];
  });
  return Object.fromEntries(entries);
}

function faultOfPointer(pointer: string, all: string[]): string | undefined {
  if (!/^(\/[^/]+)+$/.test(pointer)) return "its name must be a JSON pointer, such as `/meta/reader`.";
  const inner = all.find((one) => one.startsWith(`${pointer}/`));
  return inner && `it can't have a value, since ${shown(inner)} is part of it.`;
}

function faultOf(argument: unknown): string | undefined {
  if (!isObject(argument)) return "write its place, or an object with `to`.";
  if (argument.to === undefined) return "`to` must name its place.";
  for (const [key, value] of Object.entries(argument)) {
    const member = own(argumentMembers, key);
    if (!member) return `it has no ${shown(key)}. It can have ${Object.keys(argumentMembers).join(", ")}.`;
    if (!member.isValid(value)) return `\`${key}\` must be ${member.words}.`;
  }
  return undefined;
}
