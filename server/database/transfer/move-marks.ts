import type { Kysely } from "kysely";
import { conflict } from "../../domain/error-codes.ts";
import type { Tables } from "../schema.ts";

// A store's place is recorded in `leases`, as work in progress or finished.

export type Mark = "moving" | "receiving" | "moved";

export const markOf = (storeId: string, mark: Mark) => `${mark} ${storeId}`;

/**
 * Migrations may fill in values, which the barrier of a move refuses. In between two migrations, no version could finish the move.
 * @throws CONFLICT while a store is being moved from this database
 */
export async function refuseDuringMove(db: Kysely<Tables>): Promise<void> {
  const moving = await db
    .selectFrom("leases")
    .select("name")
    .where("name", "like", markOf("%", "moving"))
    .executeTakeFirst();
  if (!moving) return;
  throw conflict(
    `A store is being moved to another database (${moving.name}). Finish the move with the previous version first, by the same \`db copy --store\`. If its target is lost, run \`db reopen\`: docs/operating/upgrading.md.`,
  );
}
