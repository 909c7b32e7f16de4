/**
 * The `Link` header of a list that goes on (RFC 8288).
 * @param query the parameters of the next page; a list of values is separated by commas
 */
export function nextPage(path: string, query: object): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${name}=${[value]
          .flat()
          .map((one) => encodeURIComponent(String(one)))
          .join(",")}`,
    );
  return `<${path}?${pairs.join("&")}>; rel="next"`;
}
