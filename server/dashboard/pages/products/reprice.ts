import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { repricingText } from "../../../payments/subscriptions/reprice.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Reply, Services, StoreRequest } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { findProduct } from "./find-product.ts";
import { priceText } from "./product-texts.ts";

export const repriceRoutes = [
  get("/products/{productId}/reprice", "owner", confirmRepricing),
  post("/products/{productId}/reprice", "owner", repriceSubscribers),
];

/** Milliseconds for which one request changes subscriptions. The next one continues. */
const maxRunMs = 15_000;

/** Says how many subscribers get which price before anything is changed. */
async function confirmRepricing(request: StoreRequest, services: Services): Promise<Reply> {
  const { query } = request;
  const product = await findSubscription(request, services);
  const { _id, name, version } = product;
  const back = request.link(`/products/${_id}`);
  const after = query.get("after") ?? "";
  const count = await services.reprice.count(product);
  const who = count === 1 ? "1 subscriber" : `${count} subscribers`;
  const fields = html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="after" value="${after}">
<p class="actions">${count > 0 && html`<button class="button">${after === "" ? `Change the price for ${who}` : "Continue"}</button>`}
<a class="button secondary" href="${back}">Cancel</a></p>`;
  const content = html`<p class="crumb"><a href="${back}">← ${name}</a></p>
<div class="head"><h1>New price for existing subscribers</h1>
<p class="lead">New subscribers pay a changed price at once. Existing ones keep theirs until you change it here.</p></div>
<section class="card">
<p>From their next period on, <strong>${who}</strong> of ${name} will pay <strong>${priceText(product)}</strong>, as far as
they don’t already. Nothing is paid or credited for the present period. The law may require you to announce this before.</p>
${postForm(request, request.link(`/products/${_id}/reprice`), fields)}
</section>`;
  return { page: { title: "New price for existing subscribers", content } };
}

async function repriceSubscribers(request: StoreRequest, services: Services): Promise<Reply> {
  const { form, by, link } = request;
  const product = await findSubscription(request, services);
  if (textOf(form, "version") !== product.version) {
    throw new ApiError(
      "CONFLICT",
      "The product changed after you opened this page. Open it again to see its price.",
    );
  }
  const until = services.clock() + maxRunMs;
  const done = await services.reprice.run(product, {
    ...{ by, after: textOf(form, "after"), mayContinue: () => services.clock() < until },
  });
  const notice = repricingText(done);
  if (done.stoppedAfter === undefined) return { redirect: link(`/products/${product._id}`), notice };
  const rest = new URLSearchParams({ after: done.stoppedAfter });
  return {
    redirect: `${link(`/products/${product._id}/reprice`)}?${rest}`,
    notice: `${notice} There are more: continue.`,
  };
}

async function findSubscription(request: StoreRequest, services: Services) {
  const product = await findProduct(request, services);
  if (product.type !== "subscription") throw new ApiError("NOT_FOUND", "This product isn’t a subscription.");
  return product;
}
