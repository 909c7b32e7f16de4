/**
 * The `Link` header to a list's next page (RFC 8288).
 * @param query the next page's parameters; array values are joined by commas
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
