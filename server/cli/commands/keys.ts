import { ApiError } from "@counterpart/server/errors";
import { Option } from "commander";
import type { KeyRecord } from "../../database/queries/keys/keys.ts";
import { findApiKey } from "../../domain/api-key.ts";
import { type KeyScope, keyScopes } from "../../domain/key-scopes.ts";
import { keyExpiry, overlap } from "../input/option-values.ts";
import { readStandardInput } from "../input/standard-input.ts";
import { instant, withInstants } from "../output/instants.ts";
import { fieldList, listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type AnswerOptions, answerReading, wrongUsage } from "../terminal.ts";

interface CreateOptions {
  label?: string;
  scope: KeyScope[];
  /** Milliseconds since 1970. */
  expires?: number;
}

interface RotateOptions {
  /** Milliseconds. */
  overlap: number;
  /** Milliseconds since 1970. */
  expires?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

export function addKeyCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const keys = counterpart.command("keys").description("Manage a store's API keys.");

  keys
    .addOfStore("create", "Create a key. It is shown only once; only its hash is stored.")
    .option("--label <text>", "a name to recognise the key by")
    .addOption(
      new Option(
        "--scope <scopes...>",
        "what the key may do: change the catalog (catalog), everything else (storefront), or only what the tools of agents need (agent)",
      )
        .choices(keyScopes)
        .default(["storefront"]),
    )
    .option(
      "--expires <when>",
      "when the key expires: a duration (12h, 90d, 4w) or its last valid day in UTC (2027-01-31)",
      (text) => keyExpiry(text, Date.now()),
    )
    .changesStore(async ({ store, database, by }, options: CreateOptions) => {
      const expiresAt = options.expires ?? null;
      const { id, key } = await database.keys.create(
        { storeId: store.id, label: options.label || null, scopes: options.scope, expiresAt },
        by,
      );
      const end = expiresAt === null ? "" : `\nIt expires at ${instant(expiresAt)}.`;
      return {
        value: { id, key, ...(expiresAt !== null && { expiresAt: instant(expiresAt) }) },
        text: `${key}\n\nThe key is shown only once. To revoke it, use its id: ${id}.${end}`,
        note:
          store.plan === "free"
            ? `The store is on the free plan, so its keys are refused: \`stores update ${store.slug} --plan pro\`.`
            : undefined,
      };
    });

  keys
    .addOfStore("list", "List a store's keys. The keys themselves are not shown.")
    .readsStore(async ({ store, database }) => {
      const list = (await database.keys.list(store.id)).map(shown);
      const rows = list.map(({ id, label, scopes, state, createdAt, lastUsedAt, expiresAt, revokedAt }) => [
        id,
        label,
        scopes.join(", "),
        state,
        createdAt,
        lastUsedAt ?? "never",
        expiresAt,
        revokedAt,
      ]);
      const heading = ["id", "label", "scopes", "state", "created", "last used", "expires", "revoked"];
      return { value: list, text: listing(heading, rows, "The store has no keys.") };
    });

  keys
    .add("identify", "Find the store that a key belongs to, even if the key has expired or been revoked.")
    .argument("[key]", "the key, or text that contains it; reads standard input if omitted or -", "-")
    .explain("\nPrefer standard input: arguments end up in your shell's history.")
    .action(async (given: string, options: AnswerOptions) => {
      const text = given === "-" ? await readStandardInput(terminal, "the key") : given;
      const key = findApiKey(text);
      // The input isn't echoed, because it may be another system's secret.
      if (key === undefined) {
        throw wrongUsage(
          "The input contains no valid key. A key is cp_ and 40 characters, the last 8 of which are a checksum.",
        );
      }
      await answerReading(terminal, options, async (database) => {
        const found = await database.keys.identify(key);
        if (!found) throw new ApiError("NOT_FOUND", "No store has or had this key.");
        const store = await database.stores.find(found.storeId);
        const value = { store: store?.slug ?? found.storeId, ...shown(found.record) };
        const { id, label, state } = value;
        const fields = {
          ...{
            store: value.store,
            id,
            label,
            scopes: value.scopes.join(", "),
            state,
            created: value.createdAt,
          },
          "last used": value.lastUsedAt ?? "never",
          expires: value.expiresAt ?? "never",
          revoked: value.revokedAt ?? "no",
        };
        const revoke = state === "active" ? `\n\nTo revoke it: keys revoke ${id}` : "";
        return { value, text: `${fieldList(fields)}${revoke}` };
      });
    });

  keys
    .add(
      "rotate",
      "Replace a key with a new one. The old key stays valid for a while, so that you can switch over.",
    )
    .argument("<id>", "the old key's id, key_…, as `keys list` shows it", keyId)
    .addOption(
      new Option("--overlap <duration>", "how long the old key stays valid: 1h, 7d, 2w; 0h revokes it now")
        .argParser(overlap)
        .default(dayMs, "24h"),
    )
    .option("--expires <when>", "when the new key expires; same format as for `keys create`", (text) =>
      keyExpiry(text, Date.now()),
    )
    .changes(async ({ database, by }, id: string, options: RotateOptions) => {
      const { overlap: overlapMs, expires: expiresAt = null } = options;
      const rotated = await database.keys.rotate({ id, overlapMs, expiresAt }, by);
      if (!rotated) throw noSuchKey(id);
      const { key } = rotated;
      const oldExpiresAt = instant(rotated.oldExpiresAt);
      return {
        value: {
          id: rotated.id,
          key,
          ...(expiresAt !== null && { expiresAt: instant(expiresAt) }),
          oldExpiresAt,
        },
        text: `${key}\n\nThe key is shown only once. Its id is ${rotated.id}. The old key, ${id}, expires at ${oldExpiresAt}.`,
      };
    });

  keys
    .add("revoke", "Revoke a key. All servers refuse it within a second.")
    .argument("<id>", "the key's id, key_…, as `keys list` shows it", keyId)
    .changes(async ({ database, by }, id: string) => {
      if (!(await database.keys.revoke(id, by))) throw noSuchKey(id);
      return { value: { id, revoked: true }, text: `${id} is revoked.` };
    });
}

/** The argument may be the key itself by mistake, which must not end up in a log. */
function keyId(text: string): string {
  if (text.startsWith("key_")) return text;
  throw wrongUsage(
    "Give the key's id, key_…, not the key. `keys list` shows the ids; `keys identify` finds the id of a key.",
  );
}

function noSuchKey(id: string): ApiError {
  return new ApiError("NOT_FOUND", `There is no key with the id ${id}.`);
}

/** A key's record with its timestamps formatted. */
function shown(record: KeyRecord) {
  const { id, label, scopes, createdAt, lastUsedAt, ...ends } = record;
  return { id, label, scopes, state: stateOf(record), ...withInstants({ createdAt, lastUsedAt, ...ends }) };
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): "active" | "expired" | "revoked" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= Date.now() ? "expired" : "active";
}
