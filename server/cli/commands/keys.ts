import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { KeyRecord } from "../../database/queries/keys/keys.ts";
import { findApiKey } from "../../domain/api-key.ts";
import { type KeyScope, keyScopes } from "../../domain/key-scopes.ts";
import { keyExpiry, overlap } from "../input/key-expiry.ts";
import { readStandardInput } from "../input/standard-input.ts";
import { storeOption } from "../input/store-option.ts";
import { prose } from "../output/prose.ts";
import { fieldList, table } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerOfStore,
  answerReading,
  answerReadingStore,
  type StoreOptions,
  type Terminal,
} from "../terminal.ts";

interface CreateOptions extends StoreOptions {
  label?: string;
  scope: KeyScope[];
  /** Milliseconds since 1970. */
  expires?: number;
}

interface RotateOptions extends AnswerOptions {
  /** Milliseconds. */
  overlap: number;
  /** Milliseconds since 1970. */
  expires?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

export function addKeyCommands(counterpart: Command, terminal: Terminal): void {
  const keys = counterpart.command("keys").description("Manage a store's API keys.");

  addCommand(keys, "create", "Create a key. It is shown only once; only its hash is stored.")
    .requiredOption(...storeOption)
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
    .action((options: CreateOptions) =>
      answerOfStore(terminal, options, async (store, database, by) => {
        const expiresAt = options.expires ?? null;
        const { id, key } = await database.keys.create(
          { storeId: store.id, label: options.label || null, scopes: options.scope, expiresAt },
          by,
        );
        const end = expiresAt === null ? "" : `\nIt expires at ${new Date(expiresAt).toISOString()}.`;
        return {
          value: { id, key, ...(expiresAt !== null && { expiresAt: instant(expiresAt) }) },
          text: `${key}\n\nThe key is shown only once. To revoke it, use its id: ${id}.${end}`,
          ...(store.plan === "free" && {
            note: `The store is on the free plan, so its keys are refused: \`stores update ${store.slug} --plan pro\`.`,
          }),
        };
      }),
    );

  addCommand(keys, "list", "List a store's keys. The keys themselves are not shown.")
    .requiredOption(...storeOption)
    .action((options: CreateOptions) =>
      answerReadingStore(terminal, options, async (store, database) => {
        const list = (await database.keys.list(store.id)).map(shown);
        const rows = list.map(({ id, label, scopes, state, createdAt, lastUsedAt, expiresAt, revokedAt }) => [
          id,
          label ?? "",
          scopes.join(", "),
          state,
          createdAt,
          lastUsedAt ?? "never",
          expiresAt ?? "",
          revokedAt ?? "",
        ]);
        const heading = ["id", "label", "scopes", "state", "created", "last used", "expires", "revoked"];
        return { value: list, text: rows.length > 0 ? table(heading, rows) : "The store has no keys." };
      }),
    );

  addCommand(
    keys,
    "identify",
    "Find the store that a key belongs to, even if the key has expired or been revoked.",
  )
    .argument("[key]", "the key, or text that contains it; reads standard input if omitted or -", "-")
    .addHelpText("after", prose("\nPrefer standard input: arguments end up in your shell's history."))
    .action(async (given: string, options: AnswerOptions) => {
      const text = given === "-" ? await readStandardInput(terminal, "the key") : given;
      const key = findApiKey(text);
      // The input isn't echoed, because it may be another system's secret.
      if (key === undefined) {
        throw new ApiError(
          "INVALID_REQUEST",
          "The input contains no valid key. A key is cp_ and 40 characters, the last 8 of which are a checksum.",
        );
      }
      await answerReading(terminal, options, async (database) => {
        const found = await database.keys.identify(key);
        if (!found) throw new ApiError("NOT_FOUND", "No store has or had this key.");
        const store = await database.stores.find(found.storeId);
        const value = { store: store?.slug ?? found.storeId, ...shown(found.record) };
        const { store: slug, id, label, scopes, state, createdAt, lastUsedAt, expiresAt, revokedAt } = value;
        const fields = {
          store: slug,
          id,
          label: label ?? "",
          scopes: scopes.join(", "),
          state,
          created: createdAt,
          "last used": lastUsedAt ?? "never",
          expires: expiresAt ?? "never",
          revoked: revokedAt ?? "no",
        };
        const revoke = state === "active" ? `\n\nTo revoke it: keys revoke ${id}` : "";
        return { value, text: `${fieldList(fields)}${revoke}` };
      });
    });

  addCommand(
    keys,
    "rotate",
    "Replace a key with a new one. The old key stays valid for a while, so that you can switch over.",
  )
    .argument("<id>", "the old key's id, key_…, as `keys list` shows it")
    .addOption(
      new Option("--overlap <duration>", "how long the old key stays valid: 1h, 7d, 2w; 0h revokes it now")
        .argParser(overlap)
        .default(dayMs, "24h"),
    )
    .option("--expires <when>", "when the new key expires; same format as for `keys create`", (text) =>
      keyExpiry(text, Date.now()),
    )
    .action(async (id: string, options: RotateOptions) => {
      refuseKeyItself(id);
      await answer(terminal, options, async (database, by) => {
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
    });

  addCommand(keys, "revoke", "Revoke a key. All servers refuse it within a second.")
    .argument("<id>", "the key's id, key_…, as `keys list` shows it")
    .action(async (id: string, options: AnswerOptions) => {
      refuseKeyItself(id);
      await answer(terminal, options, async (database, by) => {
        if (!(await database.keys.revoke(id, by))) throw noSuchKey(id);
        return { value: { id, revoked: true }, text: `${id} is revoked.` };
      });
    });
}

/** The argument may be the key itself by mistake, which must not end up in a log. */
function refuseKeyItself(id: string): void {
  if (id.startsWith("key_")) return;
  throw new ApiError(
    "INVALID_REQUEST",
    "Give the key's id, key_…, not the key. `keys list` shows the ids; `keys identify` finds the id of a key.",
  );
}

function noSuchKey(id: string): ApiError {
  return new ApiError("NOT_FOUND", `There is no key with the id ${id}.`);
}

/** A key's record with its timestamps formatted. */
function shown(record: KeyRecord) {
  const { id, label, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = record;
  return {
    id,
    label,
    scopes,
    state: stateOf(record),
    createdAt: instant(createdAt),
    lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
    expiresAt: expiresAt === null ? null : instant(expiresAt),
    revokedAt: revokedAt === null ? null : instant(revokedAt),
  };
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): "active" | "expired" | "revoked" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= Date.now() ? "expired" : "active";
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
