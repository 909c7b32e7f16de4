import { timingSafeEqual } from "node:crypto";
import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { includesRole } from "../../domain/role.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import { movedCodesText } from "../../merchants/codes/move-codes.ts";
import { withPayablePages } from "../../merchants/payments/payable-pages.ts";
import { missingSteps, problemsOf, type SellingStep } from "../../merchants/payments/selling-steps.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, PersonRequest, Reply, Services, StoreRequest, VisitorRequest } from "../route.ts";
import { postForm } from "../view/forms.ts";
import { sellingStepsCard } from "../view/selling-steps.ts";
import { tag } from "../view/texts.ts";

export const paymentRoutes = [
  get("/payments", "owner", async (request, services) => {
    const { store } = request;
    const steps = await services.sellingSteps(store, services.demo);
    const content = html`<div class="head"><h1>Payments</h1></div>
${accountCard(request, services, steps)}
${sellingStepsCard(steps, request, "/payments")}`;
    return { page: { title: "Payments", content } };
  }),
  post("/payments/disconnect", "owner", async ({ store, by, link }, { paymentAccounts, closePages }) => {
    await paymentAccounts.disconnect(store, by);
    const payable = await closePages.ofStore(store.id);
    return {
      redirect: link("/payments"),
      notice: withPayablePages("The store no longer accepts payments.", payable),
    };
  }),
  // The URL is registered with the payment provider, so it can't contain the store.
  get("/payments/connected", "signed_in", finishConnecting),
];

function accountCard(request: StoreRequest, services: Services, steps: SellingStep[]): Html {
  const { paymentsConfigured, stripeAccount } = request.store;
  const url = services.paymentAccounts.connectUrl({
    state: stateFor(request.store.id, request),
    returnUrl: `${services.publicUrl}/dashboard/payments/connected`,
  });
  const isRefused = missingSteps(steps).some(({ step }) => step === "payments" || step === "tax");
  const facts = html`<dl class="facts"><dt>Status</dt><dd>${
    paymentsConfigured
      ? isRefused
        ? tag("Payments are refused", "bad")
        : tag("Accepts payments", "good")
      : tag("Payments disabled", "bad")
  }</dd>
<dt>Account</dt><dd>${stripeAccount === null ? "the operator’s account" : html`<code>${stripeAccount}</code>`}</dd></dl>`;
  const label = paymentsConfigured ? "Connect another Stripe account" : "Connect your Stripe account";
  return html`<section class="card"><h2>Account</h2>${facts}
<div class="actions">
${url === undefined ? html`<p class="hint">Ask the operator to connect your account.</p>` : html`<a class="button${paymentsConfigured ? " secondary" : ""}" href="${url}" rel="noreferrer">${label}</a>`}
${paymentsConfigured && postForm(request, request.link("/payments/disconnect"), html`<button class="link danger">Stop accepting payments</button>`)}
</div></section>`;
}

/**
 * The OAuth `state`: the store, and a proof that this browser began the flow. Otherwise an attacker could
 * make an owner connect the attacker's account.
 */
function stateFor(storeId: string, { browserToken }: Pick<VisitorRequest, "browserToken">): string {
  return `${storeId}.${secretHash(`connect ${storeId} ${browserToken}`)}`;
}

async function finishConnecting(request: PersonRequest, services: Services): Promise<Reply> {
  const { query, person, base } = request;
  const state = query.get("state") ?? "";
  const [storeId = ""] = state.split(".", 1);
  const expected = Buffer.from(stateFor(storeId, request));
  const given = Buffer.from(state);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError(
      "FORBIDDEN",
      "This browser didn’t start connecting an account. Start again on the payments page.",
    );
  }
  const known = await services.database.stores.find(storeId);
  const found = known && (await services.database.people.membership(person.id, known.slug));
  if (!found || !includesRole(found.role, "owner"))
    throw new ApiError("NOT_FOUND", "This store doesn’t exist.");
  const back = `${base}/stores/${encodeURIComponent(found.store.slug)}/payments`;
  const code = query.get("code");
  if (code === null) return { redirect: back, notice: "No account was connected." };
  const by = { kind: "person", id: person.id } as const;
  const store = await services.paymentAccounts.connectByCode(found.store, code, by);
  const { paymentsConfigured } = store;
  const connected = paymentsConfigured
    ? "Account connected. It now receives the store’s payments."
    : "Account connected, but Stripe doesn’t allow it to accept payments yet. Your Stripe dashboard lists what is missing.";
  const problems = problemsOf(await services.sellingSteps(store, services.demo), "tax");
  const payable = await services.closePages.ofStore(store.id);
  const codes = movedCodesText(await services.moveCodes(store, by));
  const connectedWith = [connected, ...(codes === "" ? [] : [codes]), ...problems].join(" ");
  const notice = withPayablePages(connectedWith, payable);
  return { redirect: back, notice };
}
