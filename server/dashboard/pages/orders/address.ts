import { html } from "hono/html";
import { countryName } from "../../../domain/country-name.ts";
import type { Order } from "../../../domain/order.ts";
import { unsentLines } from "../../../domain/parcels.ts";
import { includesRole } from "../../../domain/role.ts";
import {
  type AddressCorrection,
  addressTextFault,
  maxAddressLength,
  type ShippingAddress,
} from "../../../domain/shipping-address.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import { noSuchOrder, orderAddress } from "./find-order.ts";
import { RefusedField, type RefusedForm, type Typed, typedIn } from "./refused-field.ts";

/** Where the order goes, and the form to correct it until everything is sent. */
export function addressSection(order: Order, request: StoreRequest, refused?: RefusedForm): Html | "" {
  if (order.shippingAddress === null) return "";
  const action = request.link(`/orders/${order.id}/address`);
  const typed = typedIn(refused, action);
  const mayCorrect = includesRole(request.role, "staff") && unsentLines(order).length > 0;
  return html`<section class="card">
<h2>Ship to</h2>
${addressLines(order)}
${order.shippingRate && html`<p>Shipping: <strong>${order.shippingRate.name}</strong></p>`}
${mayCorrect && html`<details${typed.isRefused && html` open`}><summary class="button secondary small">Correct the address</summary>${addressForm(order.shippingAddress, request, typed, action)}</details>`}
</section>`;
}

export function addressLines({ shippingAddress: to }: Order): Html {
  if (to === null) return html`<p class="quiet">No address.</p>`;
  const place = [to.postalCode, to.city].filter((part) => part !== null).join(" ");
  const lines = [to.name, to.line1, to.line2, place, to.state, to.country && countryName(to.country)].filter(
    (line) => line,
  );
  return html`<address>${lines.map((line) => html`${line}<br>`)}</address>`;
}

const fields = [
  { name: "name", label: "Recipient", isRequired: true },
  { name: "line1", label: "Street and number", isRequired: true },
  { name: "line2", label: "Apartment or floor", isRequired: false },
  { name: "postalCode", label: "Postal code", isRequired: false },
  { name: "city", label: "City", isRequired: true },
  { name: "state", label: "State or province", isRequired: false },
] as const;

function addressForm(address: ShippingAddress, request: StoreRequest, typed: Typed, action: string): Html {
  const content = html`<p class="hint">Tax and shipping depend on the country, so it stays. The customer gets an email with the new
address if your store sends emails.</p>
${fields.map(({ name, label, isRequired }) =>
  textField({
    ...{ label, name, isRequired, maxLength: maxAddressLength, autocomplete: "off" },
    ...{ value: typed.value(name, address[name]), fault: typed.fault(name) },
  }),
)}
<p class="actions"><button class="button small">Save address</button></p>`;
  return postForm(request, action, content);
}

export async function correctAddress(request: StoreRequest, { database }: Services): Promise<Reply> {
  const { form, by, link } = request;
  const change = { shippingAddress: correctionIn(form) };
  const order = await database.orders.change(orderAddress(request), change, by);
  if (!order) throw noSuchOrder;
  return { redirect: link(`/orders/${order.id}`), notice: "Address saved." };
}

/** Throws RefusedField for a missing or too long field. */
function correctionIn(form: FormData): AddressCorrection {
  return Object.fromEntries(
    fields.map(({ name, label, isRequired }) => {
      const text = textOf(form, name);
      const fault = text === "" && isRequired ? "is missing" : addressTextFault(text);
      if (fault !== undefined) throw new RefusedField(name, `“${label}” ${fault}.`);
      return [name, text || null];
    }),
  );
}
