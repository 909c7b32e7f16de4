import type { ListedChange } from "./accepted/accepted-breaks.ts";

/** Groups the findings of one change, such as those of all operations that use a schema. */
export function groupedChanges<Change extends ListedChange>(changes: Change[]): [Change, ...Change[]][] {
  const groups = Map.groupBy(changes, ({ place, pointer = place, ...same }) =>
    JSON.stringify({ ...same, pointer }),
  );
  return [...groups.values()] as [Change, ...Change[]][];
}
