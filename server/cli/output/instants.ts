type Instants<Fields> = {
  [Name in keyof Fields]: Name extends `${string}At` ? Exclude<Fields[Name], number> | string : Fields[Name];
};

/** Replaces milliseconds since 1970, in fields whose names end in `At`, by ISO timestamps, as in all JSON output. */
export function withInstants<Fields extends object>(fields: Fields): Instants<Fields> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name.endsWith("At") && typeof value === "number" ? instant(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** @param ms since 1970 */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
