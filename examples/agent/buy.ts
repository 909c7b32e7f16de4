import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";

/** What a model would decide, and the person whom it works for. */
export interface Errand {
  /** The shop's address, without `/mcp`. */
  shopUrl: string;
  apiKey: string;
  /** Words to search for. */
  words: string;
  quantity: number;
  /** Asks the person, and returns whether the answer is yes. */
  ask: (question: string) => Promise<boolean>;
}

export interface Purchase {
  product: string;
  /** In the smallest unit of the currency, like `priceInCents`. */
  totalInCents: number;
  currency: string;
  /** The payment page, which the person opens. */
  paymentUrl: string;
}

const options = z.array(z.object({ value: z.string() }));
const foundProducts = z.object({
  data: z.array(z.object({ _id: z.string(), name: z.string(), options, isActive: z.boolean() })),
});
const cart = z.object({
  data: z.object({
    id: z.string(),
    totals: z.object({ total: z.number(), currency: z.string() }),
  }),
});
const checkoutLink = z.object({ data: z.object({ url: z.url() }) });

/** Buys the first product found, up to the payment page. */
export async function buy({ shopUrl, apiKey, words, quantity, ask }: Errand): Promise<Purchase> {
  const client = new Client(
    { name: "example-agent", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) =>
    (await ask(params.message))
      ? { action: "accept" as const, content: { confirmed: true } }
      : { action: "decline" as const },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", shopUrl), {
      requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
    }),
  );
  try {
    // The client checks answers only against the schemas of tools that it has listed.
    await client.listTools();
    const found = foundProducts.parse(await call(client, "listProducts", { q: words, limit: 10 }));
    const product = found.data.find(({ isActive }) => isActive);
    if (!product) throw new Error(`The store sells nothing that matches "${words}".`);
    const { data: created } = cart.parse(await call(client, "createCart", {}));
    const { data: filled } = cart.parse(
      await call(client, "addCartLine", { cartId: created.id, productId: product._id, quantity }),
    );
    const { data: link } = checkoutLink.parse(
      await call(client, "createCheckoutSession", { cartId: created.id }),
    );
    const { total: totalInCents, currency } = filled.totals;
    const { name, options } = product;
    const values = options.map(({ value }) => value).join(", ");
    return {
      product: values === "" ? name : `${name} (${values})`,
      totalInCents,
      currency,
      paymentUrl: link.url,
    };
  } finally {
    await client.close();
  }
}

/** @throws Error with the shop's sentence if it refuses the call */
async function call(client: Client, name: string, given: Record<string, unknown>): Promise<unknown> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
  if (!isError) return structuredContent;
  const texts = content.flatMap((one) => (one.type === "text" ? [one.text] : []));
  throw new Error(`${name}: ${texts.join(" ")}`);
}
