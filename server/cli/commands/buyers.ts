import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { Buyer } from "../../database/queries/buyers/buyers.ts";
import { filled } from "../input/option-values.ts";
import { storeOption } from "../input/store-option.ts";
import { fieldList } from "../output/table.ts";
import { addCommand, answerOfStore, type StoreOptions, type Terminal } from "../terminal.ts";

interface EraseOptions extends StoreOptions {
  email?: string;
  member?: string;
}

const providersRecord =
  "The payment provider has its own copy: erase it in the provider's dashboard (Customers, Payments).";

export function addBuyerCommands(counterpart: Command, terminal: Terminal): void {
  const buyers = counterpart.command("buyers").description("Erase the personal data of buyers.");

  addCommand(
    buyers,
    "erase",
    "Permanently erase a buyer's personal data: email, name, phone, address, member, metadata, tracking. Line items and amounts are kept.",
  )
    .requiredOption(...storeOption)
    .option("--email <address>", "the buyer's email address; includes members who bought with it", filled)
    .option("--member <id>", "the member's id in your system", filled)
    .action((options: EraseOptions) => {
      const buyer = buyerOf(options);
      return answerOfStore(terminal, options, async (store, database, by) => {
        const erased = await database.buyers.erase(store.id, buyer, Date.now(), by);
        if (Object.values(erased).every((count) => count === 0)) {
          throw new ApiError("NOT_FOUND", `The store ${store.slug} has no data of this buyer.`);
        }
        const { liveSubscriptions } = erased;
        const notes = [
          ...(liveSubscriptions > 0
            ? [
                `${liveSubscriptions} of the subscriptions are still active. \`subscriptions cancel\` ends them; otherwise the buyer is still charged.`,
              ]
            : []),
          providersRecord,
        ];
        return {
          value: { ...erased, notes },
          text: fieldList({
            "Checkout sessions": String(erased.checkoutSessions),
            Orders: String(erased.orders),
            Subscriptions: String(erased.subscriptions),
            "Customers' links": String(erased.customers),
            "Member sessions": String(erased.memberSessions),
          }),
          note: notes.join("\n"),
        };
      });
    });
}

function buyerOf({ email, member }: EraseOptions): Buyer {
  if (email !== undefined && member === undefined) return { email: email.trim() };
  if (member !== undefined && email === undefined) return { memberId: member };
  throw new ApiError("INVALID_REQUEST", "Give either --email or --member.");
}
