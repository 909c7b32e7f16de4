import { randomUUID } from "node:crypto";
import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { formatAmount } from "../../domain/money.ts";
import { isElsewhere, isRedeemable, type PromotionCode } from "../../domain/promotion-code.ts";
import { type CodeFaults, type CodeTexts, codeTermsIn } from "../../merchants/codes/code-terms-in.ts";
import { movedCodesText } from "../../merchants/codes/move-codes.ts";
import { textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { postForm, textField } from "../view/forms.ts";
import { day, tag } from "../view/texts.ts";

export const codeRoutes = [
  get("/codes", "owner", async (request, services) => {
    return { page: { title, content: await codesPage(request, services) } };
  }),
  post("/codes", "owner", createCode),
  post("/codes/move", "owner", move),
  post("/codes/{codeId}/deactivate", "owner", deactivate),
];

const title = "Promotion codes";

const empty: CodeTexts = { code: "", percent: "", amount: "", minimum: "", maxRedemptions: "", expires: "" };

interface Typed {
  texts?: CodeTexts;
  faults?: CodeFaults;
  /** Why no code was created, if it isn't because of a field. */
  fault?: string;
}

async function codesPage(
  request: StoreRequest,
  { database, clock }: Services,
  { texts = empty, faults = {}, fault }: Typed = {},
): Promise<Html> {
  const { store, link } = request;
  const codes = await database.promotionCodes.list(store.id);
  const isShared = await database.promotionCodes.isAccountShared(store.id, store.stripeAccount);
  const currency = store.currency.toUpperCase();
  const field = (name: keyof CodeTexts) => ({
    name,
    value: texts[name],
    fault: faults[name],
    autocomplete: "off",
  });
  // A form that is sent twice creates one code.
  const fields = html`<input type="hidden" name="token" value="${randomUUID()}">
${textField({ ...field("code"), label: "Code", hint: "Letters, digits and hyphens, for example SUMMER", maxLength: 40, isRequired: true })}
${textField({ ...field("percent"), label: "Percentage off", hint: "For example 10 or 12.5. Leave empty for an amount", inputmode: "decimal" })}
${textField({ ...field("amount"), label: `Amount off, in ${currency}`, inputmode: "decimal" })}
${textField({ ...field("minimum"), label: `Minimum subtotal, in ${currency}`, hint: "Optional", inputmode: "decimal" })}
${textField({ ...field("maxRedemptions"), label: "Maximum redemptions", hint: "Optional: by all buyers together", inputmode: "numeric" })}
${textField({ ...field("expires"), label: "Last day", hint: `Optional, in the time zone ${store.timeZone}`, type: "date" })}
<p class="actions"><button class="button">Create</button></p>`;
  return html`<div class="head"><h1>${title}</h1></div>
${fault !== undefined && html`<p class="fault-list" role="alert">${fault}</p>`}
${
  !store.paymentsConfigured &&
  html`<p class="hint">Codes work once payments are connected. When you connect an account, they move to it.</p>`
}
${codes.some((code) => isElsewhere(code, store, clock())) && postForm(request, link("/codes/move"), moveFields)}
${isShared && codes.length > 0 && sharedAccount}
<section class="card of-list">
${codes.length > 0 ? codeTable(codes, request, clock()) : html`<p class="empty">No promotion codes. Buyers enter them ${isShared ? "in your storefront" : "in your storefront or on the payment page"}.</p>`}
</section>
<section class="card"><h2>Create a code</h2>
<p class="hint">A code reduces the price of the products, not of shipping, and the first payment of a subscription. Its terms can’t be changed later.</p>
${postForm(request, link("/codes"), fields)}</section>`;
}

const moveFields = html`<p class="fault-list">Codes on another account can’t be redeemed.</p>
<p class="actions"><button class="button">Move them to the connected account</button></p>`;

const sharedAccount = html`<p class="fault-list">The payment page has no field for codes, because this store shares its account at the payment
provider with other stores. A code works if the storefront asks for it and sends it as <code>promotionCode</code>, or once the store has its own account.</p>`;

function codeTable(codes: PromotionCode[], request: StoreRequest, now: number): Html {
  return html`<table class="list stacked">
<caption class="hidden-text">Promotion codes, newest first</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Takes off</th><th scope="col">Limits</th><th scope="col">Status</th><th scope="col"><span class="hidden-text">Change</span></th></tr></thead>
<tbody>${codes.map((code) => codeRow(code, request, now))}</tbody>
</table>`;
}

function codeRow(code: PromotionCode, request: StoreRequest, now: number): Html {
  const { percentOff, amountOffInCents, currency } = code;
  const limits = limitsOf(code, request.store.timeZone);
  return html`<tr><th scope="row"><code>${code.code}</code></th>
<td data-label="Takes off">${percentOff === null ? formatAmount(amountOffInCents, currency) : `${percentOff} %`}</td>
<td data-label="Limits">${limits.length > 0 ? limits.join(", ") : "none"}</td>
<td data-label="Status">${stateOf(code, request, now)}</td>
<td>${isRedeemable(code, now) && change(code, request)}</td></tr>
`;
}

function limitsOf(code: PromotionCode, zone: string): string[] {
  const { minimumInCents, currency, maxRedemptions, expiresAt } = code;
  return [
    ...(minimumInCents === null ? [] : [`from ${formatAmount(minimumInCents, currency)}`]),
    ...(maxRedemptions === null ? [] : [`${maxRedemptions} redemptions`]),
    // The end of the last day.
    ...(expiresAt === null ? [] : [`until ${day(expiresAt - 1, zone)}`]),
  ];
}

function stateOf(code: PromotionCode, { store }: StoreRequest, now: number): Html {
  if (code.deactivatedAt !== null) return tag("Deactivated", "plain");
  if (!isRedeemable(code, now)) return tag("Expired", "plain");
  return isElsewhere(code, store, now) ? tag("On another account", "wait") : tag("Active", "good");
}

function change({ id, code }: PromotionCode, request: StoreRequest): Html {
  const button = html`<button class="link danger">Deactivate<span class="hidden-text"> ${code}</span></button>`;
  return html`<details><summary>Change<span class="hidden-text"> ${code}</span></summary><div class="actions">
${postForm(request, request.link(`/codes/${id}/deactivate`), button)}
</div></details>`;
}

async function createCode(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by, link } = request;
  const texts: CodeTexts = {
    code: textOf(form, "code"),
    percent: textOf(form, "percent"),
    amount: textOf(form, "amount"),
    minimum: textOf(form, "minimum"),
    maxRedemptions: textOf(form, "maxRedemptions"),
    expires: textOf(form, "expires"),
  };
  const refused = async (status: number, why: Typed): Promise<Reply> => ({
    page: { title, content: await codesPage(request, services, { texts, ...why }), status },
  });
  const typed = codeTermsIn(texts, { ...store, now: services.clock() });
  if (typed.faults) return refused(400, { faults: typed.faults });
  try {
    await services.promotionCodes.create(store, typed.terms, { token: textOf(form, "token"), by });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return refused(error.status, { fault: error.message });
  }
  return { redirect: link("/codes"), notice: `${typed.terms.code} was created.` };
}

async function move({ store, by, link }: StoreRequest, { moveCodes }: Services): Promise<Reply> {
  const notice = movedCodesText(await moveCodes(store, by)) || "No code is on another account.";
  return { redirect: link("/codes"), notice };
}

async function deactivate(
  { store, path, by, link }: StoreRequest,
  { promotionCodes }: Services,
): Promise<Reply> {
  const ended = await promotionCodes.deactivate({ storeId: store.id, id: path.codeId ?? "" }, { by });
  if (!ended) throw new ApiError("NOT_FOUND", "This store has no such promotion code.");
  return { redirect: link("/codes"), notice: `${ended.code} can’t be redeemed any more.` };
}
