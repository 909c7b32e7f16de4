/** The ids of rows or records, for `where("id", "in", …)`. */
export function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
