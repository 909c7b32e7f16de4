import type { Form } from "../conventions/parameters.ts";
import type { AccountState, State } from "./state.ts";

/** The input of an endpoint. */
export interface Call {
  state: State;
  account: AccountState;
  /** The `:id` of the path, or an empty string. */
  id: string;
  form: Form;
}

/** One of Stripe's operations: returns a Stripe object, or throws a `StripeApiError`. */
export type Endpoint = (call: Call) => object;
