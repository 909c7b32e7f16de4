import { randomUUID } from "node:crypto";
import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { displayAmount } from "../../domain/money.ts";
import { isRedeemable, type PromotionCode } from "../../domain/promotion-code.ts";
import { faultsByFlag } from "../input/flags.ts";
import { filled } from "../input/option-values.ts";
import { openProvider } from "../input/payment-provider.ts";
import { withInstants } from "../output/instants.ts";
import { fieldList, listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { print, type StoreOptions, wrongUsage } from "../terminal.ts";

interface CreateOptions {
  code: string;
  percent?: string;
  amount?: string;
  minimum?: string;
  maxRedemptions?: string;
  expires?: string;
}

export function addCodeCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const codes = counterpart
    .command("codes")
    .description("Manage promotion codes, which buyers enter in the storefront or on the payment page.");

  codes
    .addOfStore("list", "List a store's promotion codes, newest first.")
    .readsStore(async ({ store, database }) => {
      const list = (await database.promotionCodes.list(store.id)).map((code) => shown(code, store));
      const heading = ["id", "code", "state", "takes off", "minimum", "redemptions", "expires"];
      const rows = list.map((code) => {
        const { takesOff, minimum, redemptions, expires } = textsOf(code);
        return [code.id, code.code, code.state, takesOff, minimum, redemptions, expires];
      });
      return { value: list, text: listing(heading, rows, "The store has no promotion codes.") };
    });

  codes
    .addOfStore("create", "Create a promotion code on the store's account at the payment provider.")
    .requiredOption(
      "--code <text>",
      "what buyers enter, such as SUMMER; upper and lower case are the same",
      filled,
    )
    .option("--percent <number>", "the percentage it takes off the products, such as 10 or 12.5")
    .option("--amount <amount>", "the amount it takes off in the store's currency, such as 5")
    .option("--minimum <amount>", "the subtotal that a purchase needs")
    .option("--max-redemptions <number>", "how often it can be redeemed, by all buyers together")
    .option("--expires <day>", "the last day in the store's time zone, such as 2027-01-31")
    .explain(
      "\nGive either --percent or --amount. Of a subscription, a code reduces the first payment. Shipping isn't reduced.",
    )
    .changesStore(async ({ store, database, by }, options: CreateOptions) => {
      const { codeTermsIn } = await import("../../merchants/codes/code-terms-in.ts");
      const { code, percent = "", amount = "", minimum = "", maxRedemptions = "", expires = "" } = options;
      const typed = codeTermsIn(
        { code, percent, amount, minimum, maxRedemptions, expires },
        { ...store, now: Date.now() },
      );
      if (typed.faults) throw wrongUsage(faultsByFlag(typed.faults));
      const promotionCodes = await openCodes(database);
      const created = await promotionCodes.create(store, typed.terms, { token: randomUUID(), by });
      const value = shown(created, store);
      const { takesOff, minimum: least, redemptions, expires: ends } = textsOf(value);
      const fields = { id: value.id, takesOff, minimum: least, redemptions, expires: ends };
      return { value, text: `${value.code} was created.\n\n${fieldList(fields)}` };
    });

  codes
    .addOfStore("deactivate", "End a promotion code, at the payment provider first.")
    .argument("<id>", "its id, code_…, as `codes list` shows it")
    .changesStore(async ({ store, database, by }, id: string) => {
      const promotionCodes = await openCodes(database);
      const ended = await promotionCodes.deactivate({ storeId: store.id, id }, { by });
      if (!ended) throw new ApiError("NOT_FOUND", `The store has no promotion code with the id ${id}.`);
      return { value: shown(ended, store), text: `${ended.code} can't be redeemed any more.` };
    });

  codes
    .addOfStore("move", "Move promotion codes on another account to the one that is connected.")
    .explain(
      "\n`payments connect` and the dashboard do this when an account is connected. The exit code is 1 if a code couldn't be moved; repeat the command then.",
    )
    .changesStore(async ({ store, database, by }, options: StoreOptions) => {
      const { createMoveCodes, movedCodesText } = await import("../../merchants/codes/move-codes.ts");
      const provider = await openProvider(terminal);
      const moveCodes = createMoveCodes({ database, provider, clock: Date.now });
      const moved = await moveCodes(store, by);
      const result = { value: moved, text: movedCodesText(moved) || "No code is on another account." };
      if (moved.every(({ outcome }) => outcome !== "failed")) return result;
      print(terminal, { json: options.json === true }, result);
      throw new ApiError(
        "CONFLICT",
        "Some codes could not be moved. Run the command again to move the rest.",
      );
    });

  async function openCodes(database: Database) {
    const { createPromotionCodes } = await import("../../merchants/codes/promotion-codes.ts");
    return createPromotionCodes({ database, provider: await openProvider(terminal) });
  }
}

function shown({ providerId: _, ...code }: PromotionCode, { stripeAccount }: Pick<Store, "stripeAccount">) {
  const { deactivatedAt, account } = code;
  const state = isRedeemable(code, Date.now())
    ? account === stripeAccount
      ? "active"
      : "on another account"
    : deactivatedAt === null
      ? "expired"
      : "deactivated";
  return { ...withInstants(code), state };
}

function textsOf(code: ReturnType<typeof shown>) {
  const { percentOff, amountOffInCents, currency, minimumInCents, maxRedemptions, expiresAt } = code;
  return {
    takesOff: percentOff === null ? displayAmount(amountOffInCents, currency) : `${percentOff} %`,
    minimum: minimumInCents === null ? "" : displayAmount(minimumInCents, currency),
    redemptions: maxRedemptions === null ? "" : `at most ${maxRedemptions}`,
    expires: expiresAt ?? "",
  };
}
