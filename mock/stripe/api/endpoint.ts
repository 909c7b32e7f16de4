import type { AccountState, State } from "../state/state.ts";
import type { Form } from "./parameters.ts";

/** What every endpoint is given. */
export interface Call {
  state: State;
  account: AccountState;
  /** The `:id` of the path, or nothing. */
  id: string;
  form: Form;
}

/** One of Stripe's operations: refuses by throwing, answers with an object of Stripe's. */
export type Endpoint = (call: Call) => object;
