/** A shipping address as the buyer entered it on the payment page. */
export interface ShippingAddress {
  /** The recipient, who may not be the buyer. */
  name: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  /** ISO 3166-1, in upper case. */
  country: string | null;
}
