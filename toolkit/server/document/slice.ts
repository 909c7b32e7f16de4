import type { ApiDocument, DocumentOperation } from "./document.ts";
import { mapValues } from "./map-values.ts";
import { operationsOf, type WrittenOperation } from "./path-item.ts";
import type { RawDocument } from "./references.ts";
import { dropUnusedComponents } from "./source/include/unused-components.ts";

/** Copies one operation and the components that it refers to, for Prism. */
export function slice(document: ApiDocument, { path, method }: DocumentOperation): RawDocument {
  const raw = document.root as unknown as RawDocument;
  const item = raw.paths[path];
  const written = operationsOf(item).find((one) => one.method === method);
  const cut: RawDocument = {
    openapi: raw.openapi,
    info: raw.info,
    paths: { [path]: item.$ref ? item : onlyOperation(item, written) },
    components: mapValues<object, object>(raw.components, (section) => ({ ...section })),
  };
  dropUnusedComponents(cut);
  return structuredClone(cut);
}

function onlyOperation(item: Record<string, unknown>, written: WrittenOperation | undefined): object {
  const [key = "", name] = written?.keys ?? [];
  const { parameters } = item;
  const operation = name === undefined ? written?.operation : { [name]: written?.operation };
  return { ...(parameters !== undefined && { parameters }), [key]: operation };
}
