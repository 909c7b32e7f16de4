import { ApiError } from "@counterpart/server/errors";
import type { Buyer } from "../../database/queries/buyers/buyers.ts";
import { filled } from "../input/option-values.ts";
import { fieldList } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { answerOfStore, type StoreOptions, wrongUsage } from "../terminal.ts";

interface EraseOptions extends StoreOptions {
  email?: string;
  member?: string;
}

const providersRecord =
  "The payment provider has its own copy: erase it in the provider's dashboard (Customers, Payments).";

export function addBuyerCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  counterpart
    .command("buyers")
    .description("Erase the personal data of buyers.")
    .addOfStore(
      "erase",
      "Permanently erase a buyer's personal data: email, name, phone, address, member, metadata, tracking. Line items and amounts are kept.",
    )
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
        const stillCharged = `${liveSubscriptions} of the subscriptions are still active. \`subscriptions cancel\` ends them; otherwise the buyer is still charged.`;
        const notes = [...(liveSubscriptions > 0 ? [stillCharged] : []), providersRecord];
        return {
          value: { ...erased, notes },
          text: fieldList({
            "Checkout sessions": erased.checkoutSessions,
            Orders: erased.orders,
            Subscriptions: erased.subscriptions,
            "Customers' links": erased.customers,
            "Member sessions": erased.memberSessions,
          }),
          note: notes.join("\n"),
        };
      });
    });
}

function buyerOf({ email, member }: EraseOptions): Buyer {
  if (email !== undefined && member === undefined) return { email: email.trim() };
  if (member !== undefined && email === undefined) return { memberId: member };
  throw wrongUsage("Give either --email or --member.");
}
