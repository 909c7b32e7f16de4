/** The `Allow` header for a path with these methods: GET implies HEAD, and OPTIONS is always allowed. */
export function allowed(methods: string[]): string[] {
  const all = new Set([...methods, "OPTIONS"]);
  if (all.has("GET")) all.add("HEAD");
  return [...all].sort();
}
