/** What `Allow` says at a path with these methods: HEAD comes with GET, and OPTIONS is everywhere. */
export function allowed(methods: string[]): string[] {
  const all = new Set([...methods, "OPTIONS"]);
  if (all.has("GET")) all.add("HEAD");
  return [...all].sort();
}
