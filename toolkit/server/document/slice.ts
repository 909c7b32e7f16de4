import type { ApiDocument, DocumentOperation } from "./document.ts";
import { own, setOwn } from "./own.ts";
import { operationsOf, type WrittenOperation } from "./path-item.ts";
import type { RawDocument } from "./references.ts";

/** A copy of the document with one operation and the components that it refers to, for Prism to prepare. */
export function slice(document: ApiDocument, { path, method }: DocumentOperation): RawDocument {
  const raw = document.root as unknown as RawDocument;
  const item = raw.paths[path];
  const cut: RawDocument = {
    openapi: raw.openapi,
    info: raw.info,
    paths: {
      [path]: item.$ref
        ? item
        : onlyOperation(
            item,
            operationsOf(item).find((one) => one.method === method),
          ),
    },
  };
  for (const ref of reachable(raw, cut.paths)) {
    const [, section, name] = ref.slice(2).split("/");
    if (section === undefined || name === undefined) continue;
    cut.components ??= {};
    cut.components[section] ??= {};
    setOwn(cut.components[section], name, own(raw.components[section], name));
  }
  return structuredClone(cut);
}

function onlyOperation(item: Record<string, unknown>, written: WrittenOperation | undefined): object {
  const [key = "", name] = written?.keys ?? [];
  const { parameters } = item;
  const operation = name === undefined ? written?.operation : { [name]: written?.operation };
  return { ...(parameters !== undefined && { parameters }), [key]: operation };
}

/** Every local reference that can be reached from a node, through other references too. */
function reachable(raw: RawDocument, node: unknown, found = new Set<string>()): Set<string> {
  if (node === null || typeof node !== "object") return found;
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref === "string" && $ref.startsWith("#/components/")) {
    const component = $ref.split("/").slice(0, 4).join("/");
    if (!found.has(component)) {
      found.add(component);
      const [, , section = "", name = ""] = component.split("/");
      reachable(raw, own(raw.components?.[section], name), found);
    }
  }
  for (const value of Object.values(node)) reachable(raw, value, found);
  return found;
}
