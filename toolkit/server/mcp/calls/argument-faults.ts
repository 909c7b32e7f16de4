import { namesIn, pointerTo } from "../../document/references.ts";
import type { RequestFault } from "../../document/request-fault.ts";
import type { Violation } from "../../validation/ajv-factories.ts";
import { inWords } from "../../validation/request-faults.ts";
import type { Argument } from "../tools/argument.ts";

/** Faults of arguments as those of the request that they would have been. */
export function argumentFaults(list: Argument[], violations: Violation[]): RequestFault[] {
  return violations.flatMap(({ pointer, rule, message }) => {
    const path = namesIn(pointer);
    const within = list.find(({ at }) => at.every((name, n) => name === path[n]));
    if (within)
      return [{ ...placeOf(within, path.slice(within.at.length)), rule, message: inWords(message) }];
    // An object is missing, and with it what it has to contain.
    const missing = list.filter(({ at, required }) => required && path.every((name, n) => name === at[n]));
    return missing.map((one) => ({ ...placeOf(one, []), rule: "required", message: "is missing" }));
  });
}

function placeOf({ place, target }: Argument, path: string[]): Pick<RequestFault, "in" | "name" | "pointer"> {
  if (place !== "body" && place !== "field") return { in: place, name: target };
  const inBody = place === "field" ? [target, ...path] : path;
  return { in: "body", pointer: pointerTo(inBody) };
}
