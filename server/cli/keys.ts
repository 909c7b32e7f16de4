import type { Command } from "commander";
import { ApiError } from "../errors.ts";
import { filled } from "./option-values.ts";
import { table } from "./table.ts";
import { type AnswerOptions, addCommand, answer, answerReading, shopOf, type Terminal } from "./terminal.ts";

interface CreateOptions extends AnswerOptions {
  store: string;
  label?: string;
}

export function addKeyCommands(counterpart: Command, terminal: Terminal): void {
  const keys = counterpart.command("keys").description("the API keys of a store");

  addCommand(keys, "create", "Create a key. It is shown this once; only its hash is kept.")
    .requiredOption("--store <slug>", "whose key", filled)
    .option("--label <text>", "to know it again by")
    .action((options: CreateOptions) =>
      answer(terminal, options, async (store) => {
        const shop = await shopOf(store, options.store);
        const { id, key } = await store.keys.create({ storeId: shop.id, label: options.label || null });
        return {
          value: { id, key },
          text: `${key}\n\nThis is the only time that the key is shown. Its id, to revoke it by, is ${id}.`,
          ...(shop.plan === "free" && {
            note: `The store is on the free plan, so its keys are refused: \`stores update ${shop.slug} --plan pro\`.`,
          }),
        };
      }),
    );

  addCommand(keys, "list", "List the keys of a store, without the keys themselves.")
    .requiredOption("--store <slug>", "whose keys", filled)
    .action((options: CreateOptions) =>
      answerReading(terminal, options, async (store) => {
        const shop = await shopOf(store, options.store);
        const list = (await store.keys.list(shop.id)).map(({ id, label, createdAt, revokedAt }) => ({
          id,
          label,
          createdAt: new Date(createdAt).toISOString(),
          revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
        }));
        const rows = list.map((key) => [key.id, key.label ?? "", key.createdAt, key.revokedAt ?? ""]);
        const text =
          rows.length > 0 ? table(["id", "label", "created", "revoked"], rows) : "The store has no keys.";
        return { value: list, text };
      }),
    );

  addCommand(keys, "revoke", "Revoke a key, on every process within a second.")
    .argument("<id>", "the key's id, key_…, as `keys list` shows it")
    .action(async (id: string, options: AnswerOptions) => {
      // Whoever types the key itself is in a hurry, and must not find it in a log as well.
      if (!id.startsWith("key_")) {
        throw new ApiError("INVALID_REQUEST", "A key is revoked by its id, key_…, which `keys list` shows.");
      }
      await answer(terminal, options, async (store) => {
        if (!(await store.keys.revoke(id)))
          throw new ApiError("NOT_FOUND", `There is no key with the id ${id}.`);
        return { value: { id, revoked: true }, text: `${id} is revoked.` };
      });
    });
}
