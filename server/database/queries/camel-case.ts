type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

type CamelCased<Row> = { [Column in keyof Row as Camel<Column & string>]: Row[Column] };
type SnakeCased<Values> = { [Name in keyof Values as Snake<Name & string>]: Values[Name] };

/**
 * These columns of a row, with names as everywhere but in the database: `created_at` is `createdAt`. A newer version may have
 * added other columns.
 */
export function camelCased<Row extends object, Column extends keyof Row & string>(
  row: Row,
  ...columns: Column[]
): CamelCased<Pick<Row, Column>> {
  const entries = columns.map((column) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    row[column],
  ]);
  return Object.fromEntries(entries);
}

/** The columns of values to insert. */
export function snakeCased<Values extends object>(values: Values): SnakeCased<Values> {
  const entries = Object.entries(values).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(entries);
}
