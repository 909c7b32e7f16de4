import type { Stripe } from "stripe";
import { addressOf, addressParts } from "../conventions/address.ts";
import { refusal } from "../conventions/errors.ts";
import { object, oneOf, type Params, read, text } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import type { TaxBehavior } from "./sums.ts";

export const retrieveTaxSettings: Endpoint = ({ account, form }) => {
  read(object({}), form);
  return account.taxSettings;
};

const updateParams = object({
  defaults: object({
    tax_behavior: oneOf("exclusive", "inclusive", "inferred_by_currency").optional(),
    tax_code: text().optional(),
  } satisfies Params<Stripe.Tax.SettingsUpdateParams.Defaults>).optional(),
  head_office: object({
    address: object({
      ...addressParts,
      country: text(2),
    } satisfies Params<Stripe.AddressParam>),
  } satisfies Params<Stripe.Tax.SettingsUpdateParams.HeadOffice>).optional(),
} satisfies Params<Stripe.Tax.SettingsUpdateParams>);

/** The account's origin address, without which Stripe calculates no tax. */
export const updateTaxSettings: Endpoint = ({ state, account, form }) => {
  const { defaults, head_office: office } = read(updateParams, form);
  const { taxSettings } = account;
  taxSettings.defaults = {
    ...taxSettings.defaults,
    ...(defaults?.tax_behavior !== undefined && { tax_behavior: defaults.tax_behavior }),
    ...(defaults?.tax_code !== undefined && { tax_code: defaults.tax_code }),
  };
  if (office) setOrigin(account, office.address);
  state.events.emit(account, "tax.settings.updated", taxSettings);
  return taxSettings;
};

/** Sets the origin address, or removes it. */
export function setOrigin(
  account: AccountState,
  address: Partial<Record<string, string | undefined>> | null,
): void {
  const { taxSettings } = account;
  taxSettings.head_office = address && { address: addressOf(address) };
  taxSettings.status = address ? "active" : "pending";
  taxSettings.status_details = address ? { active: {} } : { pending: { missing_fields: ["head_office"] } };
}

export function refuseWithoutOrigin({ taxSettings }: AccountState): void {
  if (taxSettings.status === "active") return;
  throw refusal(
    "You must have a valid origin address to enable automatic tax calculation in test mode. Visit " +
      "https://dashboard.stripe.com/test/settings/tax to update it.",
  );
}

/** A price's behavior. Unspecified ones follow the settings; Stripe infers exclusive for US and Canadian dollars. */
export function behaviorOf(
  { taxSettings }: AccountState,
  given: string | null,
  currency: string,
): TaxBehavior {
  const inferred = currency === "usd" || currency === "cad" ? "exclusive" : "inclusive";
  return known(given) ?? known(taxSettings.defaults.tax_behavior) ?? inferred;
}

function known(behavior: string | null): TaxBehavior | undefined {
  return behavior === "inclusive" || behavior === "exclusive" ? behavior : undefined;
}
