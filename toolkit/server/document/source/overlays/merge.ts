import { own, setOwn } from "../../own.ts";
import { escapePointerPart } from "../../references.ts";
import type { Origin, Origins } from "../origins.ts";

/** Two values that can't be merged, and the origin of the value to be merged. */
export class MergeFault extends Error {
  readonly origin: Origin;

  constructor(message: string, origin: Origin) {
    super(message);
    this.origin = origin;
  }
}

/** An object, or a list with its indexes as keys. */
export type Container = Record<string, unknown>;

interface Merged {
  value: unknown;
  origin: Origin;
}

/**
 * Merges a value into a member of an object or a list as overlays require: objects are merged, lists
 * concatenated, and other values replaced.
 * @param isTarget whether the member is the overlay's target; a target list also accepts a single value as
 * its last item
 * @throws MergeFault
 */
export function mergeInto(
  { container, key }: { container: Container; key: string },
  { value, origin }: Merged,
  origins: Origins,
  isTarget = false,
): void {
  const existing = own(container, key);
  const [kind, givenKind] = [kindOf(existing), kindOf(value)];
  if (!Object.hasOwn(container, key) || (kind === "a value" && givenKind === "a value")) {
    setOwn(container, key, structuredClone(value));
    origins.setMember(container, key, origin);
  } else if (kind === "an object" && givenKind === "an object") {
    for (const [name, one] of Object.entries(value as Container)) {
      mergeInto(
        { container: existing as Container, key: name },
        { value: one, origin: memberOf(origin, name) },
        origins,
      );
    }
  } else if (Array.isArray(existing) && (Array.isArray(value) || isTarget)) {
    const items: Merged[] = Array.isArray(value)
      ? value.map((one, index) => ({ value: one, origin: memberOf(origin, String(index)) }))
      : [{ value, origin }];
    for (const item of items) {
      origins.setMember(existing, String(existing.length), item.origin);
      existing.push(structuredClone(item.value));
    }
  } else {
    throw new MergeFault(
      `The document has ${kind} where the overlay has ${givenKind}. Remove the document's value with a separate action first.`,
      origin,
    );
  }
}

function kindOf(value: unknown): "a list" | "an object" | "a value" {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : "a value";
}

function memberOf({ file, pointer }: Origin, key: string): Origin {
  return { file, pointer: `${pointer}/${escapePointerPart(key)}` };
}
