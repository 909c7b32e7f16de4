/**
 * The prefix of the document's paths, without a trailing slash.
 * @throws if it doesn't begin with a slash, or has a query, a fragment or a variable
 */
export function readBasePath(given = ""): string {
  if (given !== "" && !/^\/[^?#{}]*$/.test(given)) {
    throw new Error(`The base path "${given}" must begin with a slash and contain no ?, #, { or }.`);
  }
  return given.replace(/\/+$/, "");
}
