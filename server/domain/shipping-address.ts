/** Where goods are sent, as the buyer gave it on the payment page. */
export interface ShippingAddress {
  /** Who receives the parcel, who needn't be the one who pays. */
  name: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  /** ISO 3166-1, in upper case. */
  country: string | null;
}
