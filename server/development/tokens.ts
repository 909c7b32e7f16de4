import type { Page } from "@counterpart/server/express";
import type { ProviderSettings } from "../payments/provider/provider.ts";

/**
 * `POST /demo/tokens?currency=eur&max_amount=5300`: a token for the stand-in's test card, which a person would grant an agent in
 * the agent's own shop window. `{"token": "spt_…"}`.
 */
export function tokenPage({ secretKey, apiBase }: ProviderSettings): Page {
  return {
    method: "POST",
    path: "/demo/tokens",
    handler: async (req, res) => {
      const query = (name: string) => String(req.query[name] ?? "");
      const granted = await fetch(`${apiBase}/v1/test_helpers/shared_payment/granted_tokens`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({
          payment_method: "pm_card_visa",
          "usage_limits[currency]": query("currency"),
          "usage_limits[max_amount]": query("max_amount"),
        }),
      });
      const { id, error } = (await granted.json()) as { id?: string; error?: { message: string } };
      if (id === undefined) res.status(400).json({ error: error?.message });
      else res.json({ token: id });
    },
  };
}
