import type { Form } from "../conventions/parameters.ts";
import type { AccountState } from "./account-state.ts";
import type { State } from "./state.ts";

/** The input of an endpoint. */
interface Call {
  state: State;
  account: AccountState;
  /** The path's `:id`, or an empty string. */
  id: string;
  form: Form;
}

export type Method = "get" | "post" | "delete";

/** One of Stripe's operations. Returns a Stripe object or throws a `StripeApiError`. */
export type Endpoint = (call: Call) => object;
