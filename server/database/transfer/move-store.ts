import { randomInt } from "node:crypto";
import { ApiError } from "@counterpart/server/errors";
import { type Kysely, sql } from "kysely";
import { conflict } from "../../domain/error-codes.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import { withoutZeroCharacters } from "../engines/zero-character.ts";
import { appliedMigrations, migrationStatus } from "../migrate.ts";
import { primaryKeys, type Tables } from "../schema.ts";
import { analyzing } from "./analyzing.ts";
import type { Progress, TransferOptions } from "./copy.ts";
import { type Mark, markOf } from "./move-marks.ts";
import { page, type Row, rowsPerPage } from "./page.ts";
import { behindBarrier, lowerBarrier, raiseBarrier, rowsOf } from "./store-barrier.ts";
import { belongs, type Link, linkOf, tableIn, tablesOfStores } from "./store-rows.ts";

export interface MovedTable {
  table: string;
  rows: number;
}

/** Rows that stay at the source: those needed to read the store, and the append-only audit trail. */
const keptTables: (keyof Tables)[] = ["stores", "api_keys", "products", "carts", "audit_entries"];

type Place = "absent" | "open" | "moving" | "moved";

/**
 * Moves a store to another database. Meanwhile the source refuses writes to the store as temporary errors. Either all
 * rows arrive and match, or none do; the next run completes an interrupted one.
 * @throws NOT_FOUND when the source has no such store, CONFLICT when the target already has it or tables
 * aren't up to date
 */
export async function moveStore(
  from: Engine,
  to: Engine,
  slug: string,
  { progress = () => {} }: TransferOptions = {},
): Promise<MovedTable[]> {
  await refuseOutdated("source", from);
  if ((await appliedMigrations(to.read, to.schema)).length === 0) await to.migrate();
  await refuseOutdated("target", to);
  const storeId = await storeAt(from, slug);
  const move = { from, to, storeId };
  const [here, there] = [await placeAt(from, storeId), await placeAt(to, storeId)];
  if (here === "moved") {
    throw conflict("The store has already been moved from the source. Nothing was changed.");
  }
  // Otherwise an earlier run was interrupted after the target received the store.
  if (here === "moving") await refuseOtherTarget(move);
  if (there !== "open" || here !== "moving") {
    await refuseTaken(to, there, { slug, storeId });
    await begin(move, here);
    await copyOrReopen(move, there, progress);
  }
  const moved = await countRows(to, storeId);
  await closeAt(from, storeId);
  await lowerBarrier(to, storeId);
  await to.writeOne((db) => unmark(db, storeId, ["receiving"]));
  return moved;
}

/**
 * Gives up an interrupted move whose target is lost: the source accepts writes to the store again. Works on tables of any version.
 * @throws NOT_FOUND when the source has no such store, CONFLICT when no move of it was interrupted
 */
export async function reopenStore(from: Engine, slug: string): Promise<void> {
  const id = await storeAt(from, slug);
  if ((await placeAt(from, id)) !== "moving") {
    throw conflict("No move of the store was interrupted. Nothing was changed.");
  }
  await reopen(from, id);
}

async function storeAt({ read }: Engine, slug: string): Promise<string> {
  const store = await read.selectFrom("stores").select("id").where("slug", "=", slug).executeTakeFirst();
  if (!store) throw new ApiError("NOT_FOUND", `The source has no store "${slug}".`);
  return store.id;
}

interface Move {
  from: Engine;
  to: Engine;
  storeId: string;
}

async function refuseOutdated(side: string, { read, schema }: Engine): Promise<void> {
  const { pending, newer } = await migrationStatus(read, schema);
  if (pending.length === 0 && newer.length === 0) return;
  throw conflict(
    `The ${side} doesn't have the tables of this version: ${[...pending, ...newer].join(", ")}. Use the matching version, or run \`migrate\` first.`,
  );
}

/** Throws unless the interrupted move went to this target, which may have committed its copy. */
async function refuseOtherTarget({ from, to, storeId }: Move): Promise<void> {
  const sent = await moveOf(from.read, storeId, "moving");
  const received = await moveOf(to.read, storeId, "receiving");
  // Versions that didn't record the move left `forever`.
  if (sent === forever || sent === received) return;
  throw conflict(
    "An earlier move of the store to another database was interrupted, and that database may already serve it. Run the command again with the earlier target, or `db reopen` if that one is lost. Nothing was changed.",
  );
}

async function refuseTaken(
  to: Engine,
  there: Place,
  { slug, storeId }: { slug: string; storeId: string },
): Promise<void> {
  if (there === "open" || there === "moving") {
    throw conflict("The target already has this store. Nothing was changed.");
  }
  const taken = await to.read
    .selectFrom("stores")
    .select("id")
    .where("slug", "=", slug)
    .where("id", "<>", storeId)
    .executeTakeFirst();
  if (taken) {
    throw conflict(
      `The target has another store "${slug}". Change one of the slugs first. Nothing was changed.`,
    );
  }
}

async function copyOrReopen(move: Move, there: Place, progress: Progress): Promise<void> {
  const { from, to, storeId } = move;
  try {
    await raiseBarrier(from, storeId);
    await from.snapshot((source) =>
      to.writeAtLength((target) =>
        there === "moved"
          ? behindBarrier(to, target, storeId, () => copyStore(move, { source, target }, progress))
          : copyStore(move, { source, target }, progress),
      ),
    );
  } catch (error) {
    const now = await placeAt(to, storeId).catch(() => undefined);
    if (now !== there) throw unknownOutcome(error);
    await reopen(from, storeId);
    await to.writeOne((db) => unmark(db, storeId, ["receiving"])).catch(() => {});
    throw error;
  }
}

/** If the source accepted writes again, both databases could sell. */
function unknownOutcome(cause: unknown): ApiError {
  return new ApiError(
    "INTERNAL_ERROR",
    "It isn't known whether the target committed the copy, so the store stays closed at the source. Run the same command again once both databases are reachable.",
    { cause },
  );
}

interface Sides {
  source: Queries;
  target: Queries;
}

async function copyStore(move: Move, sides: Sides, progress: Progress): Promise<void> {
  const { to, storeId } = move;
  const { target } = sides;
  const isBack = await isMarked(target, storeId, "moved");
  if (isBack) {
    await deleteRows(to, target, storeId, ["api_keys", "products", "carts"]);
    await unmark(target, storeId);
  }
  const people = await copyPeople(move, sides);
  const counts = await countRows(move.from, storeId, sides.source);
  const total = counts.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tablesOfStores) {
    const analyze = analyzing(to, target, table);
    for await (const rows of ahead(pagesOf(move, sides.source, table))) {
      await insertRows(target, table, rows.map(renamed(people)));
      await analyze(rows.length);
      done += rows.length;
      progress(done, total);
    }
  }
  for (const table of tablesOfStores) await compareTable(move, sides, { table, people });
  await target
    .updateTable("revision")
    .set((eb) => ({ n: eb("n", "+", 1) }))
    .execute();
  await to.tidyProducts(target);
}

/**
 * The store's rows at the source, page by page; those of a linked table by pages of the rows that they refer to.
 * @param only a column that is needed beside the primary key; default: all
 */
async function* pagesOf(
  move: Move,
  source: Queries,
  table: keyof Tables,
  only?: string,
): AsyncGenerator<Row[]> {
  const link = linkOf(table);
  if (typeof link !== "object") return yield* ownPagesOf(move, source, table, only);
  for (const [n, [parent, key]] of link.of.entries()) {
    for await (const parents of pagesOf(move, source, parent, key)) {
      const given = parents.map((row) => row[key]).filter((value) => value !== null);
      const known = await knownKeys(source, link.of.slice(0, n), given);
      const keys = given.filter((value) => !known.has(value));
      if (keys.length === 0) continue;
      const rows = await source
        .withTables<Record<string, Row>>()
        .selectFrom(table as string)
        .selectAll()
        .where(link.column, "in", keys)
        .execute();
      for (let at = 0; at < rows.length; at += rowsPerPage) yield rows.slice(at, at + rowsPerPage);
    }
  }
}

/** Reads the next page while the current one is used, since source and target are different servers. */
async function* ahead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  let next = pages.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = pages.next();
    // If using the current page fails, the next one isn't awaited.
    next.catch(() => {});
    yield value;
  }
}

async function* ownPagesOf(
  { from, storeId }: Move,
  source: Queries,
  table: keyof Tables,
  only?: string,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const all = page(source, table, last).where(belongs(table, rowsOf(from, storeId)));
    const columns = only === undefined ? [] : [...primaryKeys[table], only];
    const rows: Row[] = await (only === undefined ? all : all.clearSelect().select(columns)).execute();
    if (rows.length > 0) yield rows;
    last = rows[rowsPerPage - 1];
  } while (last);
}

/** The keys that rows of the earlier parents have, whose rows have been read. */
async function knownKeys(source: Queries, parents: Link["of"], keys: unknown[]): Promise<Set<unknown>> {
  const known = new Set<unknown>();
  if (keys.length === 0) return known;
  for (const [parent, key] of parents) {
    const rows = await source
      .withTables<Record<string, Row>>()
      .selectFrom(parent as string)
      .select(key)
      .where(key, "in", keys)
      .execute();
    for (const row of rows) known.add(row[key]);
  }
  return known;
}

/** A store that moves back finds its old row, and its audit trail, which can't be deleted. */
async function insertRows(target: Queries, table: keyof Tables, rows: Row[]): Promise<void> {
  const into = target.withTables<Record<string, Row>>();
  if (table === "stores") {
    for (const row of rows) {
      const { id: _, ...columns } = row;
      const insert = into.insertInto(table as string).values(row);
      await insert.onConflict((c) => c.column("id").doUpdateSet(columns)).execute();
    }
    return;
  }
  const ids = table === "audit_entries" ? rows.map(({ id }) => id) : [];
  const known = await knownKeys(target, [["audit_entries", "id"]], ids);
  const added = rows.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  await into
    .insertInto(table as string)
    .values(added)
    .execute();
}

/** Ids of people at the target, by their ids at the source, where they differ. */
type Renamed = Map<string, string>;

/**
 * Copies the store's people with their passkeys. A person whose email address exists at the target is merged
 * into that account, which keeps its own password and passkeys.
 */
async function copyPeople({ from, storeId }: Move, { source, target }: Sides): Promise<Renamed> {
  const ids = source
    .selectFrom("memberships")
    .select("person_id")
    .where(belongs("memberships", rowsOf(from, storeId)));
  const people = await source.selectFrom("people").selectAll().where("id", "in", ids).execute();
  const renamed: Renamed = new Map();
  for (const person of people) {
    const known = await target
      .selectFrom("people")
      .select("id")
      .where("email", "=", person.email)
      .executeTakeFirst();
    if (known) {
      renamed.set(person.id, known.id);
      continue;
    }
    await target.insertInto("people").values(person).execute();
    const passkeys = await source
      .selectFrom("passkeys")
      .selectAll()
      .where("person_id", "=", person.id)
      .execute();
    if (passkeys.length > 0) await target.insertInto("passkeys").values(passkeys).execute();
  }
  return renamed;
}

function renamed(people: Renamed): (row: Row) => Row {
  const nameOf = (id: unknown) => people.get(String(id)) ?? id;
  return (row) => ({
    ...row,
    ...("person_id" in row && { person_id: nameOf(row.person_id) }),
    ...(row.actor_kind === "person" && { actor_id: nameOf(row.actor_id) }),
  });
}

/** Throws unless the target has exactly the source's rows. */
async function compareTable(
  move: Move,
  { source, target }: Sides,
  { table, people }: { table: keyof Tables; people: Renamed },
): Promise<void> {
  const key = primaryKeys[table] as string[];
  const textOf = (row: Row) =>
    JSON.stringify(
      Object.entries(row)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, value]) => (typeof value === "string" ? stored(move.to, value) : value)),
    );
  let rows = 0;
  for await (const originals of ahead(pagesOf(move, source, table))) {
    const expected = originals.map(renamed(people));
    const wanted = expected.map((row) => sql`(${sql.join(key.map((name) => row[name]))})`);
    const { rows: found } = await sql<Row>`
      select * from ${tableIn(move.to, table)}
      where (${sql.join(key.map((name) => sql.ref(name)))}) in (values ${sql.join(wanted)})
    `.execute(target);
    const texts = new Set(found.map(textOf));
    if (expected.some((row) => !texts.has(textOf(row)))) throw different(table);
    rows += expected.length;
  }
  if ((await countOf(move.to, target, { table, storeId: move.storeId })) !== rows) throw different(table);
}

function stored({ isRemote }: Engine, text: string): string {
  return isRemote ? withoutZeroCharacters(text) : text;
}

function different(table: string): ApiError {
  return new ApiError(
    "INTERNAL_ERROR",
    `The copy was rolled back, because ${table} differs between both sides.`,
  );
}

async function countRows(engine: Engine, storeId: string, db: Queries = engine.read): Promise<MovedTable[]> {
  const counted: MovedTable[] = [];
  for (const table of tablesOfStores) {
    counted.push({ table, rows: await countOf(engine, db, { table, storeId }) });
  }
  return counted;
}

async function countOf(
  engine: Engine,
  db: Queries,
  { table, storeId }: { table: keyof Tables; storeId: string },
): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as("n"))
    .where(belongs(table, rowsOf(engine, storeId)))
    .executeTakeFirstOrThrow();
  return n;
}

/** Keeps the rows that serve reads at the source, write-protected, until the storefront has been switched over. */
async function closeAt(from: Engine, storeId: string): Promise<void> {
  const others = tablesOfStores.filter((table) => !keptTables.includes(table));
  await from.writeAtLength((db) =>
    behindBarrier(from, db, storeId, async () => {
      await deleteRows(from, db, storeId, others);
      await unmark(db, storeId);
      await insertMark(db, storeId, "moved");
    }),
  );
}

async function reopen(from: Engine, storeId: string): Promise<void> {
  await lowerBarrier(from, storeId);
  await from.writeOne((db) => unmark(db, storeId));
}

/** Deletes referring tables first. */
async function deleteRows(
  engine: Engine,
  db: Queries,
  storeId: string,
  tables: (keyof Tables)[],
): Promise<void> {
  for (const table of tables.toReversed()) {
    await sql`delete from ${tableIn(engine, table)} where ${belongs(table, rowsOf(engine, storeId))}`.execute(
      db,
    );
  }
}

const forever = Number.MAX_SAFE_INTEGER;

/** Marks the target and then the source with the same random number, so that a later run recognises the target. */
async function begin({ from, to, storeId }: Move, here: Place): Promise<void> {
  if (here === "moving") return;
  const move = forever - randomInt(1, 2 ** 47);
  await to.writeOne((db) => insertMark(db, storeId, "receiving", move));
  await from.writeOne((db) => insertMark(db, storeId, "moving", move));
}

async function moveOf(db: Kysely<Tables>, storeId: string, mark: Mark): Promise<number | undefined> {
  const row = await db
    .selectFrom("leases")
    .select("held_until")
    .where("name", "=", markOf(storeId, mark))
    .executeTakeFirst();
  return row?.held_until;
}

async function placeAt({ read }: Engine, storeId: string): Promise<Place> {
  const store = await read.selectFrom("stores").select("id").where("id", "=", storeId).executeTakeFirst();
  if (!store) return "absent";
  if (await isMarked(read, storeId, "moved")) return "moved";
  return (await isMarked(read, storeId, "moving")) ? "moving" : "open";
}

async function isMarked(db: Queries | Kysely<Tables>, storeId: string, place: Mark): Promise<boolean> {
  return (await moveOf(db, storeId, place)) !== undefined;
}

async function insertMark(db: Queries, storeId: string, mark: Mark, move = forever): Promise<void> {
  await db
    .insertInto("leases")
    .values({ name: markOf(storeId, mark), held_until: move })
    .onConflict((c) => c.column("name").doUpdateSet({ held_until: move }))
    .execute();
}

async function unmark(db: Queries, storeId: string, marks: Mark[] = ["moving", "moved"]): Promise<void> {
  const names = marks.map((mark) => markOf(storeId, mark));
  await db.deleteFrom("leases").where("name", "in", names).execute();
}
