import { addressOf, contextOf, createBodyBudget, rawBodyReader } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { Page } from "@counterpart/server/express";
import type { Request, Response } from "express";
import { html } from "hono/html";
import type { Logger } from "pino";
import { fairCalls } from "../../database/concurrency/fair-calls.ts";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { Store } from "../../database/queries/stores.ts";
import { withMore } from "../../domain/cart.ts";
import { snapshot } from "../../domain/checkout.ts";
import { countryName } from "../../domain/country-name.ts";
import { formatAmount } from "../../domain/money.ts";
import type { Services } from "../../operation.ts";
import { allowedCountries } from "../../payments/checkout/shipping-countries.ts";
import { type Html, sendPage } from "./layout.ts";
import type { CountLinkRequest } from "./link-pages.ts";

type BuyServices = Pick<Services, "database" | "checkout">;

interface BuyPageParts {
  services: BuyServices;
  countRequest: CountLinkRequest;
  log: Logger;
}

interface Offered {
  store: Store;
  /** What can be bought: a product, or the variants of its group; the named one first. */
  products: [ManagedProduct, ...ManagedProduct[]];
}

/** What a buyer chose, as text. */
interface Choice {
  productId: string;
  quantity: string;
  country: string;
  code: string;
}

/** Why something can't be bought, in a sentence for the buyer, and the field that it is about. */
interface Refusal {
  status: number;
  text: string;
  field?: keyof Choice | undefined;
}

const maxQuantity = 99;

/** A product's page and payment link, `/buy/{store}/{slug}`, for stores without a storefront. */
export function buyPages({ services, countRequest, log }: BuyPageParts): Page[] {
  const readForm = rawBodyReader({ maxBytes: 8 * 1024, maxBytesAtOnce: createBodyBudget(1024 * 1024) });
  const lookUps = fairCalls({
    ...{ maxRunning: 8, maxWaitingPerGroup: 20, maxWaiting: 200, timeoutMs: 5000 },
    refusal: () => new Error("Too many product pages are requested at once."),
  });

  const path = "/buy/{store}/{slug}";

  /** A form is read before anything is looked up, so that slow senders keep no one waiting. */
  async function answer(req: Request, res: Response, form?: URLSearchParams): Promise<void> {
    try {
      const offered = await lookUps(addressOf(req), () => find(contextOf(res).pathParams, services));
      if (!offered) await sendUnknown(res);
      else if (form) await startPayment(res, offered, choiceIn(form), services);
      else {
        const first = { productId: offered.products[0]._id, quantity: "1", country: "", code: "" };
        await sendProduct(res, offered, first);
      }
    } catch (err) {
      log.error({ err }, "could not show a product page");
      res.set("Retry-After", "10");
      const text = "This page can’t be shown right now. Reload it in a minute.";
      await sendMessage(res, 500, "One moment, please", text);
    }
  }

  return [
    {
      method: "GET",
      path,
      handler: async (req, res) => {
        if (await countRequest(req, res)) await answer(req, res);
      },
    },
    {
      method: "POST",
      path,
      handler: async (req, res, next) => {
        if (!(await countRequest(req, res))) return;
        readForm(req, res, next, (body) =>
          answer(req, res, new URLSearchParams(Buffer.from(body ?? []).toString())),
        );
      },
    },
  ];
}

function choiceIn(form: URLSearchParams): Choice {
  const text = (name: string) => (form.get(name) ?? "").trim().slice(0, 200);
  const [quantity, country, code] = [text("quantity"), text("country"), text("code")];
  return { productId: text("product"), quantity, country, code };
}

async function startPayment(
  res: Response,
  offered: Offered,
  choice: Choice,
  services: BuyServices,
): Promise<void> {
  try {
    res.redirect(303, await payPageFor(offered, choice, services));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await sendProduct(res, offered, choice, refusalOf(error, choice));
  }
}

/** Errors of the checkout name properties of its request, which buyers don't know. */
function refusalOf({ status, message, details }: ApiError, { code }: Choice): Refusal {
  const [fault] = details ?? [];
  switch (fault?.pointer) {
    case "/product":
      return { status, text: message, field: "productId" };
    case "/quantity":
      return { status, text: message, field: "quantity" };
    case "/promotionCode": {
      const text =
        fault.rule === "exists" ? `There is no promotion code “${code}”.` : `This code ${fault.message}.`;
      return { status, text, field: "code" };
    }
    case "/shippingCountry": {
      const text =
        fault.rule === "required"
          ? "Choose the country, because shipping depends on it."
          : "The shop doesn’t ship to this country.";
      return { status, text, field: "country" };
    }
    default:
      return { status, text: message };
  }
}

function refusedChoice(pointer: "/product" | "/quantity", message: string): ApiError {
  return new ApiError("VALIDATION_ERROR", message, {
    details: [{ in: "body", pointer, rule: "enum", message }],
  });
}

async function find(
  { store: storeSlug = "", slug = "" }: Record<string, string>,
  { database }: BuyServices,
): Promise<Offered | undefined> {
  const store = await database.stores.findBySlug(storeSlug);
  if (!store?.hasProductPages || !store.isPublished) return undefined;
  const product = await database.managedProducts.findBySlug(store.id, slug);
  if (!product?.isActive) return undefined;
  const { group } = product;
  const list = { storeId: store.id, isActive: true, limit: 100 };
  const others = group
    ? ((await database.managedProducts.list({ ...list, group: group.slug }))?.products ?? [])
    : [];
  return { store, products: [product, ...others.filter(({ _id }) => _id !== product._id)] };
}

/** Throws an ApiError with a sentence for the buyer. */
async function payPageFor(
  { store, products }: Offered,
  choice: Choice,
  services: BuyServices,
): Promise<string> {
  const { database, checkout } = services;
  const product = products.find(({ _id }) => _id === choice.productId);
  if (!product) throw refusedChoice("/product", "Choose what to buy.");
  if (!/^[1-9]\d?$/.test(choice.quantity))
    throw refusedChoice("/quantity", `Choose from 1 to ${maxQuantity}.`);
  if (!isPayable(store)) throw new ApiError("CONFLICT", "The shop can’t take payments right now.");
  const created = await database.carts.create(store.id, store.currency);
  const address = { storeId: store.id, cartId: created.id };
  const cart = await database.carts.change(address, (lines, currency) =>
    withMore(lines, product, Number(choice.quantity), currency),
  );
  if (!cart) throw new Error("A new cart is never unknown.");
  const sold = await database.products.ofCart(cart);
  const opened = await checkout.open({
    ...{ store, cart, snapshot: snapshot(cart.lines, sold, cart.currency) },
    ...{ memberId: null, customerEmail: null, locale: null, metadata: {} },
    shippingCountry: choice.country || null,
    promotionCode: choice.code || null,
  });
  if (opened === "changed") throw new Error("A new cart has no earlier session.");
  return opened.url;
}

const isPayable = ({ plan, paymentsConfigured }: Store) => plan === "pro" && paymentsConfigured;

async function sendProduct(
  res: Response,
  offered: Offered,
  choice: Choice,
  refusal?: Refusal,
): Promise<void> {
  const { store, products } = offered;
  const [product] = products;
  const title = products.length > 1 ? (product.group?.name ?? product.name) : product.name;
  const image = product.images[0];
  const content = html`${image && html`<img class="product" src="${image.url}" alt="${image.alt ?? ""}">`}
<h1>${title}</h1>
${products.length === 1 && html`<p class="price">${priceText(product)}</p>`}
${product.description !== null && html`<p class="description">${product.description}</p>`}
${product.details && html`<ul class="next">${product.details.map((detail) => html`<li>${detail}</li>`)}</ul>`}
${isPayable(store) ? buyForm(offered, choice, refusal) : html`<p class="state wait">The shop can’t take payments right now.</p>`}`;
  await sendPage(res, { title, storeName: store.name, content, isForm: true }, refusal?.status ?? 200);
}

function buyForm({ store, products }: Offered, choice: Choice, refusal: Refusal | undefined): Html {
  const [product] = products;
  const isShipped = products.some(
    ({ type, requiresShipping }) => type === "physical" || requiresShipping === true,
  );
  const countries = allowedCountries(store)
    .map((code) => [code, countryName(code)] as const)
    .sort(([, one], [, other]) => (one < other ? -1 : 1));
  const fault = (field: keyof Choice) =>
    refusal?.field === field && html` aria-invalid="true" aria-describedby="fault" autofocus`;
  return html`<form method="post" class="buy">
${refusal && html`<p class="fault" id="fault" role="alert">${refusal.text}</p>`}
${
  products.length > 1
    ? html`<label for="product">Variant</label>
<select id="product" name="product"${fault("productId")}>${products.map((one) => html`<option value="${one._id}"${one._id === choice.productId && html` selected`}>${one.options.map(({ value }) => value).join(" / ") || one.name}: ${priceText(one)}${one.stock === 0 && " (sold out)"}</option>`)}</select>`
    : html`<input type="hidden" name="product" value="${product._id}">`
}
${
  product.type === "subscription"
    ? html`<input type="hidden" name="quantity" value="1">`
    : html`<label for="quantity">Quantity</label>
<input id="quantity" name="quantity" type="number" min="1" max="${maxQuantity}" value="${choice.quantity}" required${fault("quantity")}>`
}
${
  isShipped &&
  html`<label for="country">Ship to</label>
<select id="country" name="country"${fault("country")}><option value="">Choose on the next page</option>${countries.map(([code, name]) => html`<option value="${code}"${code === choice.country && html` selected`}>${name}</option>`)}</select>`
}
<label for="code">Promotion code</label>
<input id="code" name="code" value="${choice.code}" maxlength="40" autocomplete="off"${fault("code")}>
<p class="ways"><button class="button">Continue to payment</button></p>
<p class="small">Shipping and taxes are shown before you pay.</p>
</form>`;
}

function priceText({ priceInCents, currency, billingInterval }: ManagedProduct): string {
  const price = formatAmount(priceInCents, currency);
  return billingInterval === null ? price : `${price} a ${billingInterval}`;
}

async function sendUnknown(res: Response): Promise<void> {
  await sendMessage(res, 404, "This product isn’t for sale", "The link may be incomplete or out of date.");
}

async function sendMessage(res: Response, status: number, title: string, text: string): Promise<void> {
  await sendPage(res, { title, storeName: null, content: html`<h1>${title}</h1>\n<p>${text}</p>` }, status);
}
