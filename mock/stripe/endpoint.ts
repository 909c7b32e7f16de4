import type { Form } from "./parameters.ts";
import type { AccountState, State } from "./state.ts";

/** What every endpoint is given. */
export interface Call {
  state: State;
  account: AccountState;
  path: Record<string, string>;
  form: Form;
  /** Where hosted pages live, without a slash at the end. */
  publicUrl: string;
}

/** One of Stripe's operations: refuses by throwing, answers with an object of Stripe's. */
export type Endpoint = (call: Call) => object;
