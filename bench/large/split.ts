import { posix } from "node:path";
import { stringify } from "yaml";
import type { LargeDocument } from "./document.ts";

/**
 * Splits the document into about 2,900 YAML files by name: one per operation and component, and a root,
 * `openapi.yaml`, that refers to the operations.
 */
export function splitDocument({ paths, components, ...rest }: LargeDocument): Map<string, string> {
  const files = new Map<string, string>();
  const write = (name: string, node: unknown) =>
    files.set(
      name,
      stringify(withFileReferences(node, posix.dirname(name)), { aliasDuplicateObjects: false }),
    );
  const { securitySchemes, ...sections } = components;
  const operations = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => {
        const file = `operations/${operation.operationId}.yaml`;
        write(file, operation);
        return [method, { $ref: file }];
      }),
    ),
  ]);
  for (const [section, members] of Object.entries(sections)) {
    for (const [name, component] of Object.entries(members)) write(`${section}/${name}.yaml`, component);
  }
  write("openapi.yaml", { ...rest, paths: Object.fromEntries(operations), components: { securitySchemes } });
  return files;
}

/** Converts `#/components/schemas/user` to `../schemas/user.yaml`, relative to the referring file. */
function withFileReferences(node: unknown, folder: string): unknown {
  if (Array.isArray(node)) return node.map((one) => withFileReferences(one, folder));
  if (typeof node === "string" && node.startsWith("#/components/")) {
    return posix.relative(folder, `${node.slice("#/components/".length)}.yaml`);
  }
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withFileReferences(value, folder)]),
  );
}
