import path from "node:path";
import { pointerParts } from "../../references.ts";
import type { Target } from "../references/descend.ts";
import { noScope, type Scope } from "./dynamic-references.ts";
import type { OwnComponent } from "./own-components.ts";

/**
 * Creates a function that names the target of a reference. The same target in the same scope always gets the same name.
 * @param own their names are taken; a target with several names keeps the first
 */
export function createNameComponent(own: OwnComponent[]) {
  const taken = new Set(own.map(({ section, name }) => `${section}/${name}`));
  const known = new Map<string, string>();
  for (const { section, name, entry, elsewhere } of own) {
    for (const target of elsewhere ? [entry, elsewhere] : [entry]) {
      const key = keyOf(section, target, noScope);
      if (!known.has(key)) known.set(key, name);
    }
  }
  return (section: string, target: Target, scope: Scope): { name: string; isNew: boolean } => {
    const key = keyOf(section, target, scope);
    const found = known.get(key);
    if (found !== undefined) return { name: found, isNew: false };
    // As in `Page_Pet`, for a page whose `$dynamicRef` to its items resolves to pets.
    const wanted = [target, ...scope.values()].map(wantedName).join("_");
    let name = wanted;
    for (let n = 2; taken.has(`${section}/${name}`); n++) name = `${wanted}${n}`;
    taken.add(`${section}/${name}`);
    known.set(key, name);
    return { name, isNew: true };
  };
}

function keyOf(section: string, target: Target, scope: Scope): string {
  const anchors = [...scope].sort(([one], [other]) => (one < other ? -1 : 1));
  return [section, placeOf(target), ...anchors.map(([name, anchor]) => `${name}=${placeOf(anchor)}`)].join(
    " ",
  );
}

function placeOf({ base, pointer }: Target): string {
  return `${base.file.path}${pointer}`;
}

/** The pointer's last part or the file's name, restricted to the characters of component names. */
function wantedName({ base, pointer }: Target): string {
  const last = pointer === "#" ? path.parse(base.file.path).name : (pointerParts(pointer).at(-1) ?? "");
  return last.replaceAll(/[^A-Za-z0-9._-]/g, "_") || "component";
}
