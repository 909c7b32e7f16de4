import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
// In your own project, import this from `counterpart-client/webhooks`.
import { verifyWebhook, WebhookVerificationError } from "../../generated/verify-webhook.ts";
import { dataOf } from "./api.ts";
import { orderMail } from "./order-mail.ts";
import type { Tools } from "./tools.ts";

/**
 * Receives the shop's events. A paid order becomes an email, which is only logged here: pass it to your mail server.
 * @param secret the `whsec_…` that the shop showed when this URL was registered
 */
export function eventRoutes({ api, orderLink }: Pick<Tools, "api" | "orderLink">, secret: string): Hono {
  // An event is resent if its response was lost. With a database, store the id in the transaction of its effect.
  const seen = new Set<string>();
  const routes = new Hono();

  routes.post("/", async (c) => {
    const event = await verified(c, secret);
    const id = c.req.header("webhook-id") ?? "";
    if (event.type === "order.paid" && !seen.has(id)) {
      const mail = orderMail(event.data, dataOf(await api.getStore()).name, orderLink(event.data.id));
      if (mail) console.log(`To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`);
      seen.add(id);
    }
    return c.body(null, 204);
  });

  return routes;
}

async function verified(c: Context, secret: string) {
  try {
    return verifyWebhook({ body: await c.req.text(), headers: c.req.raw.headers }, secret);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new HTTPException(400, { message: "The signature doesn't match." });
  }
}
