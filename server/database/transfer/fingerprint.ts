import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { withoutZeroCharacters } from "../engines/zero-character.ts";

// The same function for both engines: SHA-256 of all values, each preceded by its length in bytes so that
// they stay separate, truncated to 32 bits so that sums of millions stay integers.

/** A 32-bit fingerprint of these values. A zero character counts as its replacement in PostgreSQL. */
export function fingerprintOf(values: readonly unknown[]): number {
  const parts = values.map((value) => {
    if (value === null) return "~";
    const text = withoutZeroCharacters(String(value));
    return `${Buffer.byteLength(text)}:${text}`;
  });
  return Number.parseInt(hash("sha256", parts.join(""), "hex").slice(0, 8), 16);
}

export function fingerprintInPostgres(columns: string[]): RawBuilder<unknown> {
  const parts = columns.map((name) => {
    const text = sql`${sql.ref(name)}::text`;
    return sql`coalesce(length(convert_to(${text}, 'UTF8')) || ':' || ${text}, '~')`;
  });
  const bytes = sql`sha256(convert_to(${sql.join(parts, sql` || `)}, 'UTF8'))`;
  return sql`('x' || left(encode(${bytes}, 'hex'), 8))::bit(32)::bigint`;
}
