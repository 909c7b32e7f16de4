import type { ListedChange } from "./accepted/accepted-breaks.ts";

/** Groups the findings of one change, such as those of all operations that use a schema. */
export function groupedChanges<Change extends ListedChange>(changes: Change[]): [Change, ...Change[]][] {
  const groups = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    const { place, pointer = place, ...same } = change;
    const key = JSON.stringify({ ...same, pointer });
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()];
}
