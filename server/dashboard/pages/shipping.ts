import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { countryName } from "../../domain/country-name.ts";
import { formatAmount } from "../../domain/money.ts";
import { maxOfferedRates, type ShippingRate } from "../../domain/shipping-rate.ts";
import { shippingGapsOf } from "../../merchants/payments/selling-steps.ts";
import {
  daysText,
  type RateFaults,
  type RateTexts,
  rateTextsOf,
  shippingRateIn,
} from "../../merchants/shipping/shipping-rate-in.ts";
import { textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest, StoreRoute } from "../route.ts";
import { countriesInForm, countryField } from "../view/country-field.ts";
import { postForm, textField } from "../view/forms.ts";
import { tag } from "../view/texts.ts";

export const shippingRoutes = [
  get("/shipping", "owner", async (request, services) => {
    return { page: { title: "Shipping", content: await shippingPage(request, services) } };
  }),
  post("/shipping", "owner", addRate),
  get("/shipping/{rateId}", "owner", async (request, services) => {
    const { name, ...rate } = await findRate(request, services);
    const texts = rateTextsOf({ name, ...rate }, request.store.currency);
    return { page: { title: name, content: ratePage(request, name, { texts }) } };
  }),
  post("/shipping/{rateId}", "owner", changeRate),
  post("/shipping/{rateId}/activate", "owner", setActive(true)),
  post("/shipping/{rateId}/deactivate", "owner", setActive(false)),
  post("/shipping/{rateId}/remove", "owner", async ({ store, path, by, link }, { database }) => {
    const removed = await database.shippingRates.remove({ storeId: store.id, rateId: path.rateId ?? "" }, by);
    if (!removed) throw noSuchRate;
    return { redirect: link("/shipping"), notice: `${removed.name} was removed.` };
  }),
];

const empty: RateTexts = { name: "", price: "", days: "", freeFrom: "", countries: "" };

interface Typed {
  texts?: RateTexts;
  faults?: RateFaults;
  /** Why nothing was saved, if it isn't because of a field. */
  fault?: string;
}

async function shippingPage(
  request: StoreRequest,
  { database }: Services,
  { texts = empty, faults = {}, fault }: Typed = {},
): Promise<Html> {
  const { store, link } = request;
  const rates = await database.shippingRates.list(store.id);
  const { problems } = shippingGapsOf(store, rates);
  const form = html`${rateFields(store, { texts, faults })}
<p class="actions"><button class="button">Add</button></p>`;
  return html`<div class="head"><h1>Shipping</h1></div>
${faultList(fault)}
${problems.length > 0 && html`<p class="fault-list">${problems.join(" ")}</p>`}
<section class="card of-list">
${rates.length > 0 ? rateTable(rates, request) : html`<p class="empty">No shipping rates: shipping is free. With rates, buyers of physical products choose one on the payment page.</p>`}
</section>
<section class="card"><h2>Add a rate</h2>
<p class="hint">The payment page offers at most ${maxOfferedRates} rates, the cheapest ones first. It can’t change them by address, so a rate
for some countries is offered only if the storefront sends the country when it creates the checkout.</p>
${postForm(request, link("/shipping"), form)}</section>`;
}

function faultList(fault: string | undefined): Html | false {
  return fault !== undefined && html`<p class="fault-list" role="alert">${fault}</p>`;
}

function rateFields(store: StoreRequest["store"], { texts = empty, faults = {} }: Typed): Html {
  const currency = store.currency.toUpperCase();
  const field = (name: keyof RateTexts) => ({
    name,
    value: texts[name],
    fault: faults[name],
    autocomplete: "off",
  });
  return html`${textField({ ...field("name"), label: "Name", hint: "Buyers see it on the payment page, for example “Standard”", maxLength: 100, isRequired: true })}
${textField({ ...field("price"), label: `Price in ${currency}`, hint: "0 for free shipping", inputmode: "decimal", isRequired: true })}
${textField({ ...field("freeFrom"), label: `Free from, in ${currency}`, hint: "Optional: the subtotal from which it costs nothing", inputmode: "decimal" })}
${textField({ ...field("days"), label: "Delivery time in business days", hint: "Optional, for example 3 or 2-4" })}
${countryField(texts.countries, { label: "Valid in", name: "countries", hint: "Without a list: wherever the store ships to. Untick a country to remove it.", fault: faults.countries })}`;
}

function ratePage(request: StoreRequest, name: string, typed: Typed): Html {
  const { link, path } = request;
  const form = html`${rateFields(request.store, typed)}
<p class="actions"><button class="button">Save</button><a class="button secondary" href="${link("/shipping")}">Cancel</a></p>`;
  return html`<p class="crumb"><a href="${link("/shipping")}">← Shipping</a></p>
<div class="head"><h1>${name}</h1></div>
${faultList(typed.fault)}
<section class="card"><h2>Shipping rate</h2>
<p class="hint">New checkouts offer the changed rate. Payment pages that are open keep the old one.</p>
${postForm(request, link(`/shipping/${path.rateId}`), form)}</section>`;
}

async function changeRate(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, path, form, by, link } = request;
  const { name } = await findRate(request, services);
  const texts = textsIn(form);
  const refused = (status: number, why: Typed): Reply => ({
    page: { title: name, content: ratePage(request, name, { texts, ...why }), status },
  });
  const typed = shippingRateIn(texts, store.currency);
  if (typed.faults) return refused(400, { faults: typed.faults });
  const address = { storeId: store.id, rateId: path.rateId ?? "", currency: store.currency };
  try {
    const saved = await services.database.shippingRates.update(address, typed.rate, by);
    if (!saved) throw noSuchRate;
    const notice = `${saved.name} was saved. Open payment pages keep the old rate.`;
    return { redirect: link("/shipping"), notice };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return refused(error.status, { fault: error.message });
  }
}

async function findRate({ store, path }: StoreRequest, { database }: Services): Promise<ShippingRate> {
  const rates = await database.shippingRates.list(store.id);
  const rate = rates.find(({ id }) => id === path.rateId);
  if (!rate) throw noSuchRate;
  return rate;
}

function textsIn(form: FormData): RateTexts {
  return {
    name: textOf(form, "name"),
    price: textOf(form, "price"),
    days: textOf(form, "days"),
    freeFrom: textOf(form, "freeFrom"),
    countries: countriesInForm(form, "countries"),
  };
}

function rateTable(rates: ShippingRate[], request: StoreRequest): Html {
  return html`<table class="list stacked">
<caption class="hidden-text">Shipping rates</caption>
<thead><tr><th scope="col">Rate</th><th scope="col">Price</th><th scope="col">Valid in</th><th scope="col">Status</th><th scope="col"><span class="hidden-text">Change</span></th></tr></thead>
<tbody>${rates.map((rate) => rateRow(rate, request))}</tbody>
</table>`;
}

function rateRow(rate: ShippingRate, request: StoreRequest): Html {
  const { name, days, priceInCents, freeFromInCents, countries, isActive } = rate;
  const { currency } = request.store;
  return html`<tr><th scope="row">${name}${days && html`<span class="hint">${daysText(days)}</span>`}</th>
<td data-label="Price"><span>${formatAmount(priceInCents, currency)}${freeFromInCents !== null && html`<span class="hint">free from ${formatAmount(freeFromInCents, currency)}</span>`}</span></td>
<td data-label="Valid in">${countries === null ? "all countries" : countriesText(countries)}</td>
<td data-label="Status">${isActive ? tag("Offered", "good") : tag("Not offered", "plain")}</td>
<td>${changes(rate, request)}</td></tr>
`;
}

const maxNamed = 3;

function countriesText(codes: string[]): string {
  const names = codes.slice(0, maxNamed).map((code) => countryName(code.toUpperCase()));
  const more = codes.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function changes({ id, name, isActive }: ShippingRate, request: StoreRequest): Html {
  const act = (action: string, button: Html) =>
    postForm(request, request.link(`/shipping/${id}/${action}`), button);
  const of = html`<span class="hidden-text"> ${name}</span>`;
  return html`<details><summary>Change<span class="hidden-text"> ${name}</span></summary><div class="actions">
<a class="button secondary small" href="${request.link(`/shipping/${id}`)}">Edit${of}</a>
${
  isActive
    ? act("deactivate", html`<button class="button secondary small">Stop offering${of}</button>`)
    : act("activate", html`<button class="button secondary small">Offer again${of}</button>`)
}
${act("remove", html`<button class="link danger">Remove${of}</button>`)}
</div></details>`;
}

async function addRate(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by, link } = request;
  const texts = textsIn(form);
  const refused = async (status: number, why: Typed): Promise<Reply> => {
    const content = await shippingPage(request, services, { texts, ...why });
    return { page: { title: "Shipping", content, status } };
  };
  const typed = shippingRateIn(texts, store.currency);
  if (typed.faults) return refused(400, { faults: typed.faults });
  const { id: storeId, currency } = store;
  try {
    await services.database.shippingRates.add({ storeId, currency }, typed.rate, by);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return refused(error.status, { fault: error.message });
  }
  return { redirect: link("/shipping"), notice: `${typed.rate.name} was added.` };
}

function setActive(isActive: boolean): StoreRoute["answer"] {
  return async ({ store, path, by, link }, { database }) => {
    const address = { storeId: store.id, rateId: path.rateId ?? "" };
    const rate = await database.shippingRates.setActive(address, isActive, by);
    if (!rate) throw noSuchRate;
    const notice = `${rate.name} is ${isActive ? "offered again" : "no longer offered"}.`;
    return { redirect: link("/shipping"), notice };
  };
}

const noSuchRate = new ApiError("NOT_FOUND", "This store has no such shipping rate.");
