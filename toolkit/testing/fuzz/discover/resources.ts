import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";

/** What a path with a parameter at its end addresses, and the operations that reveal which of them exist. */
export interface Resource {
  /** As an operation writes it, up to the parameter: `/users/{userId}`. */
  path: string;
  /** `userId` */
  parameter: string;
  /** POST on the collection, or else PUT on the resource itself if it documents 201. */
  creators: DocumentOperation[];
  /** GET on the collection. */
  list?: DocumentOperation;
}

/** Equal for paths that differ only in the names of parameters. */
export function placeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** The resources of a path, from the outermost: `/users/{userId}` and `/users/{userId}/notes/{noteId}`. */
export function resourcePaths(path: string): string[] {
  const segments = path.split("/");
  return segments.flatMap((segment, index) =>
    /^\{[^}]+\}$/.test(segment) ? [segments.slice(0, index + 1).join("/")] : [],
  );
}

/** The name of the parameter at the end of a path. */
export function nameAt(resourcePath: string): string {
  return resourcePath.slice(resourcePath.lastIndexOf("{") + 1, -1);
}

/** All resources by their places, outer ones before those within them. */
export function resourcesOf({ operations }: Pick<ApiDocument, "operations">): Map<string, Resource> {
  const at = (method: string, place: string) =>
    operations.filter((one) => one.method === method && placeOf(one.path) === place);
  const paths = operations.flatMap(({ path }) => resourcePaths(path));
  const resources = new Map<string, Resource>();
  for (const path of paths.sort((one, two) => one.split("/").length - two.split("/").length)) {
    const place = placeOf(path);
    if (resources.has(place)) continue;
    // `/users` for `/users/{userId}`.
    const collection = placeOf(path.slice(0, path.lastIndexOf("/")));
    const [list] = at("get", collection);
    const puts = at("put", place).filter(({ responses }) => responses["201"] !== undefined);
    const creators = [...at("post", collection), ...puts];
    resources.set(place, { path, parameter: nameAt(path), creators, ...(list && { list }) });
  }
  return resources;
}
