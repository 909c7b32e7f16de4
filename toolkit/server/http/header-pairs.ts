/** The pairs of a request's alternating names and values. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  }
  return pairs;
}
