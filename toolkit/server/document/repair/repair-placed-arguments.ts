import { isObject, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";

/** The members of an argument: which values they can have, in words too. */
const members: Record<string, { isValid: (value: unknown) => boolean; words: string }> = {
  to: {
    isValid: (value) => typeof value === "string" && /^(body|(path|query|header|cookie)\..+)$/.test(value),
    words: "`body`, or a parameter such as `header.X-Reader`",
  },
  text: {
    isValid: (value) => typeof value === "string" && value.split("{value}").length === 2,
    words: "a text with one `{value}`",
  },
  schema: { isValid: isObject, words: "a schema" },
  required: { isValid: (value) => typeof value === "boolean", words: "true or false" },
};

/** The arguments of `x-mcp`, a text as the place that it names. Drops those that can't be applied, with a warning for each. */
export function repairPlacedArguments(given: Node, place: Place, repair: Repair): Node {
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
    const member = Object.hasOwn(members, key) ? members[key] : undefined;
    if (!member) return `it has no ${shown(key)}. It can have ${Object.keys(members).join(", ")}.`;
    if (!member.isValid(value)) return `\`${key}\` must be ${member.words}.`;
  }
  return undefined;
}
