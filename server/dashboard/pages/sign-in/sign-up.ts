import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { countryName } from "../../../domain/country-name.ts";
import { isCurrency } from "../../../domain/money.ts";
import { profileFaults } from "../../../merchants/settings/setting-faults.ts";
import { isShippingCountry, shippingCountries } from "../../../payments/checkout/shipping-countries.ts";
import { createOwnStore, mayCreateStores, requestSignUp } from "../../../people/sign-up.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { PersonRequest, Reply, Services, VisitorRequest } from "../../route.ts";
import { currencyOptions } from "../../view/currency-names.ts";
import { postForm, selectField, textField } from "../../view/forms.ts";

export const signUpRoutes = [
  get("/sign-up", "anyone", async (request, services) => {
    if (!(await isOpenToAll(services))) throw noSuchPage;
    if (request.person) return { redirect: `${request.base}/new-store` };
    return signUpPage(request);
  }),
  post("/sign-up", "anyone", mailLink),
  get("/new-store", "signed_in", async (request, services) => {
    if (!(await mayCreateStores(services.database, request.person.id, services.signUp))) throw noSuchPage;
    return newStorePage(request, { name: "", currency: "eur", country: "ie" });
  }),
  post("/new-store", "signed_in", createStore),
];

const title = "Create a store";

const noSuchPage = new ApiError("NOT_FOUND", "This page doesn’t exist.");

/** Whether visitors can sign up: it takes an email to confirm their address. */
export async function isOpenToAll({ database, signUp }: Services): Promise<boolean> {
  return signUp === "open" && (await database.mails.hasSender());
}

function signUpPage(request: VisitorRequest, email = "", fault?: string): Reply {
  const fields = html`${textField({ label: "Email address", name: "email", type: "email", value: email, fault, autocomplete: "email", isRequired: true })}
<button class="button full">Continue</button>`;
  const content = html`<div class="door">
<h1>${title}</h1>
<div class="card">
<p class="hint">You get an email with a link that confirms your address. Then you name your store.</p>
${postForm(request, `${request.base}/sign-up`, fields)}
</div>
<p class="small"><a href="${request.base}/sign-in">Sign in instead</a></p>
</div>`;
  return { page: { title, content, status: fault === undefined ? 200 : 400 } };
}

async function mailLink(request: VisitorRequest, services: Services): Promise<Reply> {
  if (!(await isOpenToAll(services))) throw noSuchPage;
  const email = textOf(request.form, "email");
  try {
    await requestSignUp(services, { email, address: request.address });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "INVALID_REQUEST") throw error;
    return signUpPage(request, email, error.message);
  }
  const content = html`<div class="door">
<h1>Check your email</h1>
<div class="card" role="status">
<p>An email with a link is on its way to ${email}. The link expires after a day.</p>
</div>
<p class="small"><a href="${request.base}/sign-up">Use another address</a></p>
</div>`;
  return { page: { title: "Check your email", content } };
}

interface Typed {
  name: string;
  currency: string;
  country: string;
}

function newStorePage(request: PersonRequest, typed: Typed, faults: Partial<Typed> = {}): Reply {
  const countries = shippingCountries
    .map((code): [string, string] => [code.toLowerCase(), countryName(code)])
    .sort(([, one], [, other]) => (one < other ? -1 : 1));
  const fields = html`${textField({ label: "Name", name: "name", value: typed.name, fault: faults.name, hint: "Buyers see it", isRequired: true, maxLength: 200, autocomplete: "organization" })}
${selectField({ label: "Currency", name: "currency", value: typed.currency, fault: faults.currency, hint: "It can’t be changed after the first order", options: currencyOptions() })}
${selectField({ label: "Country", name: "country", value: typed.country, fault: faults.country, hint: "Where you ship to at first", options: countries })}
<button class="button full">Create the store</button>`;
  const content = html`<div class="door">
<h1>${title}</h1>
<div class="card">${postForm(request, `${request.base}/new-store`, fields)}</div>
</div>`;
  return { page: { title, content, status: Object.keys(faults).length > 0 ? 400 : 200 } };
}

async function createStore(request: PersonRequest, services: Services): Promise<Reply> {
  const { form, person, base } = request;
  const typed = {
    name: textOf(form, "name"),
    currency: textOf(form, "currency"),
    country: textOf(form, "country"),
  };
  const [wrongName] = profileFaults({ name: typed.name });
  const faults: Partial<Typed> = {
    ...(wrongName && { name: `It ${wrongName.what}.` }),
    ...(!isCurrency(typed.currency) && { currency: "Choose a currency." }),
    ...(!isShippingCountry(typed.country) && { country: "Choose a country." }),
  };
  if (Object.keys(faults).length > 0) return newStorePage(request, typed, faults);
  const store = await createOwnStore(services.database, person.id, typed, services.signUp);
  return { redirect: `${base}/stores/${store.slug}`, notice: `${store.name} was created.` };
}
