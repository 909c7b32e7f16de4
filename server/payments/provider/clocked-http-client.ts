import type Stripe from "stripe";
import { StripeSdk } from "./stripe-sdk.ts";

/**
 * The SDK's HTTP client, which also reads the time from every response, errors and retries included.
 * @param learn receives the `Date` header
 */
export function clockedHttpClient(
  learn: (date: string | undefined) => void,
): NonNullable<Stripe.StripeConfig["httpClient"]> {
  const client = StripeSdk.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const response = await client.makeRequest(...request);
      const { date } = response.getHeaders();
      learn(typeof date === "string" ? date : undefined);
      return response;
    },
  };
}
