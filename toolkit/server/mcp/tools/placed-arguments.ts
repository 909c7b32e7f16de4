import type { PlacedArgument } from "../../document/document.ts";
import { namesIn } from "../../document/references.ts";
import type { Argument } from "./argument.ts";

type Places = Record<string, PlacedArgument>;

/**
 * The arguments that have a place in a call's arguments, and those whose value is fixed.
 * @param list all that can have one
 * @param places by the pointer of the argument
 */
export function placedArguments(list: Argument[], places: Places): Argument[] {
  const placed = Object.entries(places).flatMap(([pointer, place]): Argument[] => {
    const argument = targetOf(place, list);
    const isUsable = argument && !argument.fixed && partOf(pointer, places) === undefined;
    return isUsable ? [placedArgument(argument, pointer, place)] : [];
  });
  return [...list.filter(({ fixed }) => fixed), ...placed];
}

/** What can't be applied, by the pointer of the argument, and what no argument leads to, under an empty one. */
export function faultsOfPlaces(
  list: Argument[],
  { places, bodyRequired }: { places: Places; bodyRequired: boolean },
): { pointer: string; message: string }[] {
  const known = list.flatMap((one) => (one.fixed ? [] : [wordsOf(one)])).join(", ") || "nothing";
  const wrong = Object.entries(places).flatMap(([pointer, place]) => {
    const part = partOf(pointer, places);
    if (part !== undefined)
      return [{ pointer, message: `${pointer} can't have a value, since ${part} is part of it.` }];
    const argument = targetOf(place, list);
    if (place.isShared || (argument && !argument.fixed)) return [];
    const message = `Nothing of the request is ${place.to}, so there is no such argument. There is ${known}.`;
    return [{ pointer, message }];
  });
  const reached = Object.values(places).map((place) => targetOf(place, list));
  const missing = list.filter(
    (one) => !one.fixed && !reached.includes(one) && (one.place === "body" ? bodyRequired : one.required),
  );
  const faults = missing.map((one) => {
    const message = `No argument leads to ${wordsOf(one)}, which requests need, so calls will be refused.`;
    return { pointer: "", message };
  });
  return [...wrong, ...faults];
}

/** An argument within another, one of the document's and one of the operation. */
function partOf(pointer: string, places: Places): string | undefined {
  return Object.keys(places).find((one) => one.startsWith(`${pointer}/`));
}

/** Names of headers have no case. */
export function isSameHeader(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function wordsOf({ place, target }: Argument): string {
  return place === "body" ? "body" : `${place}.${target}`;
}

/** What a place leads to; undefined if the request doesn't have it, or the call sets it by itself. */
function targetOf({ to }: PlacedArgument, list: Argument[]): Argument | undefined {
  return list.find((one) => {
    const words = wordsOf(one);
    return one.place === "header" ? isSameHeader(words, to) : words === to;
  });
}

function placedArgument(argument: Argument, pointer: string, place: PlacedArgument): Argument {
  const { description, example, required, ...rest } = argument;
  const { text, schema: ownSchema = text === undefined ? undefined : { type: "string" } } = place;
  const at = namesIn(pointer);
  const placed = {
    ...{ ...rest, name: at.join("."), at, required: place.required ?? required },
    ...(text !== undefined && { text }),
  };
  if (!ownSchema) {
    // The schema of a body has its own description.
    const isDescribed = description !== undefined && argument.place !== "body";
    return { ...placed, ...(isDescribed && { description }), ...(example !== undefined && { example }) };
  }
  const [first] = Array.isArray(ownSchema.examples) ? ownSchema.examples : [];
  return { ...placed, schema: ownSchema, ...(first !== undefined && { example: first }) };
}
