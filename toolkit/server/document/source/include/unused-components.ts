import { isContainer, pointerParts, type RawDocument } from "../../references.ts";
import { memberOf } from "../../walk.ts";

/** Removes the components that aren't reachable from outside `components`. Changes the document. */
export function dropUnusedComponents(raw: RawDocument): void {
  const { components } = raw;
  if (!isContainer(components)) return;
  const used = usedComponents(raw);
  for (const [section, members] of Object.entries(components)) {
    if (!isContainer(members) || memberOf("components", section) === undefined) continue;
    for (const name of Object.keys(members)) if (!used.has(`${section}/${name}`)) delete members[name];
    if (Object.keys(members).length === 0) delete components[section];
  }
  if (Object.keys(components).length === 0) delete raw.components;
}

/** As in `schemas/Pet`. */
function usedComponents({ components, ...rest }: RawDocument): Set<string> {
  const used = new Set<string>();
  const waiting: unknown[] = [rest];
  const use = (section: string, name: string) => {
    const key = `${section}/${name}`;
    if (used.has(key)) return;
    used.add(key);
    waiting.push(components[section]?.[name]);
  };
  const useReference = (reference: unknown) => {
    if (typeof reference !== "string") return;
    if (!reference.startsWith("#/components/")) return use("schemas", reference);
    const [, section = "", name = ""] = pointerParts(reference);
    use(section, name);
  };
  for (let node = waiting.pop(); node !== undefined || waiting.length > 0; node = waiting.pop()) {
    if (!isContainer(node)) continue;
    if (typeof node.$ref === "string") useReference(node.$ref);
    // A mapping contains references or schema names.
    if (isContainer(node.mapping)) Object.values(node.mapping).forEach(useReference);
    useReference(node.defaultMapping);
    for (const alternative of Array.isArray(node.security) ? node.security : []) {
      for (const scheme of Object.keys(alternative ?? {})) use("securitySchemes", scheme);
    }
    waiting.push(...Object.values(node));
  }
  return used;
}
