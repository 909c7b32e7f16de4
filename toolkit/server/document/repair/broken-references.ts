import { escapePointerPart, pointerParts, type RawDocument } from "../references.ts";
import { memberOf, pointerOf, visits } from "../walk.ts";

/** A reference that can't be resolved. */
export interface BrokenReference {
  /** Pointer to the object with the reference. */
  pointer: string;
  ref: string;
  /** Why it can't be resolved, as a sentence. */
  fault: string;
}

/** Whether a broken reference keeps an operation or a webhook from being served. */
export function stopsAnything(raw: RawDocument, reference: BrokenReference): boolean {
  return [...brokenOwners(raw, [reference]).keys()].some((owner) => /^#\/(paths|webhooks)\//.test(owner));
}

/**
 * Finds the components, paths, operations and webhooks that contain or lead to a broken reference, each with
 * the first such reference.
 */
export function brokenOwners(raw: RawDocument, broken: BrokenReference[]): Map<string, BrokenReference> {
  const owners = new Map<string, BrokenReference>();
  if (broken.length === 0) return owners;
  const users = usersByOwner(raw);
  const waiting = broken.map((reference) => ({ owner: ownerOf(reference.pointer), reference }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { owner, reference } = next;
    if (owners.has(owner)) continue;
    owners.set(owner, reference);
    for (const user of users.get(owner) ?? []) waiting.push({ owner: user, reference });
  }
  return owners;
}

/** Maps each component to the nodes that refer to it. */
function usersByOwner(raw: RawDocument): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const { node, place } of visits(raw)) {
    if (typeof node.$ref !== "string" || !node.$ref.startsWith("#/")) continue;
    const target = ownerOf(`#/${pointerParts(node.$ref).map(escapePointerPart).join("/")}`);
    const known = users.get(target) ?? new Set();
    users.set(target, known.add(ownerOf(pointerOf(place))));
  }
  return users;
}

/** `#/components/schemas/Pet`, `#/paths/~1pets/get`, or `#/paths/~1pets` for what its operations share. */
function ownerOf(pointer: string): string {
  const parts = pointer.split("/");
  if (parts[1] === "x-error-schema") return parts.slice(0, 2).join("/");
  if (parts[1] !== "components" && parts[3] === "additionalOperations") return parts.slice(0, 5).join("/");
  const isShared = parts[1] !== "components" && memberOf("pathItem", parts[3] ?? "") !== "operation";
  return parts.slice(0, isShared ? 3 : 4).join("/");
}
