import { html } from "hono/html";
import { missingSteps, type SellingStep } from "../../merchants/payments/selling-steps.ts";
import type { Html, StoreRequest } from "../route.ts";
import { postForm } from "./forms.ts";
import { tag } from "./texts.ts";

interface StepText {
  title: string;
  hint: string;
  /** The page for the step, and the label of its link. */
  place?: { path: string; label: string };
  /** A form that takes the step, and the label of its button. */
  action?: { path: string; label: string };
}

const stepTexts: Record<SellingStep["step"], StepText> = {
  products: {
    title: "Add a product",
    hint: "Buyers see the products that are for sale.",
    place: { path: "/products", label: "Add products" },
  },
  payments: {
    title: "Connect payments",
    hint: "Your account at the payment provider receives the money.",
    place: { path: "/payments", label: "Connect" },
  },
  cards: { title: "Take cards", hint: "Your account at the payment provider needs it." },
  payouts: { title: "Receive payouts", hint: "The payment provider pays your balance out." },
  tax: {
    title: "Set up tax",
    hint: "The payment provider calculates it from your origin address.",
    place: { path: "/settings#selling", label: "Tax setting" },
  },
  shipping: {
    title: "Set shipping rates",
    hint: "Buyers choose one on the payment page.",
    place: { path: "/shipping", label: "Shipping rates" },
  },
  buyer_emails: {
    title: "Email buyers",
    hint: "A confirmation, a shipping notice and refunds. Without it, buyers hear nothing from you.",
    place: { path: "/settings#contact", label: "Turn on" },
  },
  webhook: { title: "Receive payment events", hint: "The first event arrives with the first payment." },
  plan: {
    title: "Get the Pro plan",
    hint: "Selling requires it. The operator grants it.",
    action: { path: "/plan", label: "Ask for it" },
  },
  key: {
    title: "Create an API key",
    hint: "Your storefront uses it to read products and to sell them.",
    place: { path: "/keys", label: "Create a key" },
  },
  return_addresses: {
    title: "Enter your storefront’s URLs",
    hint: "Buyers return to them after paying. Without them, they see built-in pages.",
    place: { path: "/settings#redirects", label: "Add URLs" },
  },
  published: {
    title: "Publish the store",
    hint: "Until then, no one can buy.",
    action: { path: "/publishing", label: "Publish" },
  },
};

/** The checklist of a new store, with a link to the page for each open step. */
export function sellingStepsCard(
  steps: SellingStep[],
  request: StoreRequest,
  currentPath?: "/payments",
): Html {
  const { link, store } = request;
  const missing = missingSteps(steps).length;
  const needed = steps.filter(({ isOptional }) => !isOptional).length;
  const title =
    missing === 0
      ? "The store can sell"
      : `${missing === 1 ? "1 step" : `${missing} steps`} before the store can sell`;
  return html`<section class="card">
<div class="card-head"><h2>${title}</h2><span class="small quiet">${needed - missing} of ${needed} done</span></div>
<progress value="${needed - missing}" max="${needed}" aria-hidden="true"></progress>
<ol class="steps">${steps.map(({ step, isDone, isOptional, problem }) => {
    const { title: name, hint, place, action } = stepTexts[step];
    const isAsked = step === "plan" && store.planRequestedAt !== null;
    const isElsewhere = place && place.path !== currentPath;
    return html`<li${isDone ? html` class="done"` : ""}><div><p class="step-name">${name} ${isDone ? tag("Done", "good") : isOptional ? tag("Optional", "plain") : ""}</p>
${problem === null ? html`<p class="hint">${isAsked ? "You have asked for it. The operator grants it." : hint}</p>` : html`<p class="fault-list">${problem}</p>`}</div>
${!isDone && isElsewhere && html`<a class="button secondary small" href="${link(place.path)}">${place.label}</a>`}
${!isDone && !isAsked && action && postForm(request, link(action.path), html`<input type="hidden" name="published" value="yes"><button class="button secondary small">${action.label}</button>`)}</li>
`;
  })}</ol>
</section>`;
}
