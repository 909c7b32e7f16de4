import type { Database } from "../../database/database.ts";
import { slugOf } from "../../domain/words.ts";

/** Leaves room for a number within the contract's limit. */
const maxLength = 500;

/**
 * Slugs made from names, each of which no product of the store and none before it has: `tide-poster`, `tide-poster-2`. Null
 * for a name without letters and digits, and if the first twenty are taken.
 */
export async function freeSlugs(
  { managedProducts }: Pick<Database, "managedProducts">,
  storeId: string,
  names: string[],
): Promise<(string | null)[]> {
  const wanted = names.map((name) => candidatesFor(slugOf(name)?.slice(0, maxLength)));
  const all = [...new Set(wanted.flat())];
  const taken = all.length > 0 ? await managedProducts.takenSlugs(storeId, all) : new Set<string>();
  return wanted.map((candidates) => {
    const free = candidates.find((one) => !taken.has(one));
    if (free !== undefined) taken.add(free);
    return free ?? null;
  });
}

function candidatesFor(slug: string | undefined): string[] {
  if (slug === undefined) return [];
  return Array.from({ length: 20 }, (_, n) => (n === 0 ? slug : `${slug}-${n + 1}`));
}
