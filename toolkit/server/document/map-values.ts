/** Maps the values of a record; undefined becomes an empty record. */
export function mapValues<V, T>(
  record: Record<string, V> | undefined,
  change: (value: V, key: string) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [key, change(value, key)]));
}
