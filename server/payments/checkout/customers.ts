import type { Database } from "../../database/database.ts";
import type { NewCustomer, Provider } from "../provider/provider.ts";

export interface CustomerParts {
  database: Pick<Database, "customers" | "subscriptions">;
  provider: Pick<Provider, "createCustomer">;
}

export type Customers = ReturnType<typeof createCustomers>;

/** A member's customer at the provider. It holds all of the member's purchases, so one portal shows them all. */
export function createCustomers({ database: { customers, subscriptions }, provider }: CustomerParts) {
  return {
    /** Returns the member's `cus_…`, creating one if needed. Concurrent callers get the same one. */
    async getOrCreate({ email, ...owner }: NewCustomer): Promise<string> {
      const known = await customers.find(owner);
      if (known !== undefined) return known;
      // Members who subscribed before customers were stored have a customer on their subscription.
      const subscribed = await subscriptions.customerOf(owner);
      return customers.save(owner, subscribed ?? (await provider.createCustomer({ ...owner, email })));
    },

    /** Replaces a customer that no longer exists at the provider. */
    async replace({ email, ...owner }: NewCustomer, dead: string): Promise<string> {
      const known = await customers.find(owner);
      if (known !== undefined && known !== dead) return known;
      const customerId = await provider.createCustomer({ ...owner, email, replaces: dead });
      return customers.replace(owner, { dead, customerId });
    },
  };
}
