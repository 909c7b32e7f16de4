import { dropUnusedComponents } from "../../toolkit/server/document/source/include/unused-components.ts";
import { createLargeDocument, type LargeDocument } from "./document.ts";

/** The first operations of the large document, and the components that they need: 12 KB for each operation. */
export function partOfLarge(operations: number): LargeDocument {
  const document = createLargeDocument();
  const kept = new Set(
    Object.entries(document.paths)
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
      .slice(0, operations),
  );
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of Object.keys(item)) if (!kept.has(`${method} ${path}`)) delete item[method];
    if (Object.keys(item).length === 0) delete document.paths[path];
  }
  dropUnusedComponents(document as never);
  return document;
}
