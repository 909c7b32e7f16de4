import type { ApiDocument } from "../document/document.ts";

/**
 * The path before those of a document, without a slash at its end: as given, or the one of the document's first server.
 * Throws when it doesn't begin with a slash or has a part that is a variable.
 */
export function basePathOf({ servers }: Pick<ApiDocument, "servers">, given = ""): string {
  const path = given === "servers" ? URL.parse(serverUrl(servers[0]), "http://localhost")?.pathname : given;
  if (path === undefined || (path !== "" && !/^\/[^?#{}]*$/.test(path))) {
    throw new Error(`The base path "${path ?? given}" must begin with a slash and contain no ?, #, { or }.`);
  }
  return path.replace(/\/+$/, "");
}

/** Variables take their defaults. */
function serverUrl(server: ApiDocument["servers"][number] | undefined): string {
  const { url = "", variables = {} } = server ?? {};
  return url.replace(/\{([^}]+)\}/g, (whole, name) => String(variables[name]?.default ?? whole));
}
