import { ApiError } from "@counterpart/server/errors";
import { isGrantedToken } from "../../../domain/granted-token.ts";
import type { Services } from "../../../operation.ts";
import { Unpayable } from "../../../payments/agents/agent-purchases.ts";
import { storeSellingThrough } from "../../../payments/agents/store-selling-through.ts";
import { addressedCheckout, refuseEnded } from "../addressed-checkout.ts";
import { handlerId } from "../capabilities.ts";
import { type Negotiated, negotiate } from "../negotiate.ts";
import { checkoutOrReason } from "../no-checkout.ts";
import type { Input, Output, Schemas } from "../operation.ts";
import { checkoutView } from "../views/checkout-view.ts";
import { errorMessage } from "../views/messages.ts";

type Needed = Pick<Services, "database" | "agentPurchases" | "readPlatformProfile" | "publicUrl">;

export async function completeCheckout(
  input: Input<"completeCheckout">,
  services: Needed,
): Promise<Output<"completeCheckout">> {
  return checkoutOrReason(() =>
    negotiate(input, services).then(
      (negotiated) => completed(input, services, negotiated),
      (error: unknown) => paidBefore(input, services, error),
    ),
  );
}

async function completed(
  input: Input<"completeCheckout">,
  services: Needed,
  negotiated: Negotiated,
): Promise<Schemas["Checkout"]> {
  const { agentPurchases } = services;
  const { store } = negotiated;
  const address = addressedCheckout(input);
  const readToken = () => tokenIn(input.body.payment);
  await listenToOrders(input, services, negotiated);
  const result = await agentPurchases
    .complete(store, address, { readToken })
    .catch((error: unknown) => (isOpen(error) ? error : refuseEnded(error)));
  if (!(result instanceof Unpayable)) return checkoutView(result, negotiated, services);
  // It is still open, with the reason among its messages.
  const purchase = await agentPurchases.read(store, address);
  const checkout = await checkoutView(purchase, negotiated, services);
  if (result.problem) return checkout;
  const reason = errorMessage(result.code, result.message);
  return { ...checkout, messages: [reason, ...(checkout.messages ?? [])] };
}

/** The order's first event is recorded with the order, so its address is stored before. */
async function listenToOrders(
  { caller }: Input<"completeCheckout">,
  { database }: Needed,
  { store, orderEventsUrl }: Negotiated,
): Promise<void> {
  if (orderEventsUrl === undefined) return;
  const { keyId: agentKey } = caller;
  await database.platformEndpoints.listen({ storeId: store.id, agentKey, url: orderEventsUrl });
}

/**
 * A buyer who has paid has an order, whatever is wrong with the profile.
 * @throws the error if the checkout isn't paid
 */
async function paidBefore(
  input: Input<"completeCheckout">,
  services: Needed,
  error: unknown,
): Promise<Schemas["Checkout"]> {
  const { database, agentPurchases } = services;
  const store = await storeSellingThrough(database, input.caller.storeId, "ucp");
  const purchase = await agentPurchases.paid(store, addressedCheckout(input));
  if (!purchase) throw error;
  return checkoutView(purchase, { store, active: new Set(["dev.ucp.shopping.checkout"]) }, services);
}

function isOpen(error: unknown): error is Unpayable {
  return error instanceof Unpayable && error.code !== "session_ended";
}

/**
 * The token of the chosen instrument, or of the first.
 * @throws ApiError 400 for another way to pay than our handler's token
 */
function tokenIn({ instruments = [] }: Schemas["Payment"]): string {
  const instrument = instruments.find(({ selected }) => selected) ?? instruments[0];
  const token = instrument?.credential?.token;
  if (instrument?.handler_id === handlerId && isGrantedToken(token)) return token;
  const message = `The store takes a token that the buyer granted, with the handler ${handlerId}.`;
  throw new ApiError("unsupported_payment", message, {
    status: 400,
    details: [{ in: "body", pointer: "/payment/instruments", rule: "enum", message }],
  });
}
