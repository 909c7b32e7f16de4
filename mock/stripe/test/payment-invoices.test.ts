import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { line, order, startStandIn, submit, subscriptionOrder } from "./helpers/start-stand-in.ts";

const withInvoice = { invoice_creation: { enabled: true } };
const email = "ada@example.com";

async function open(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const standIn = await startStandIn();
  const { id, url } = await standIn.stripe.checkout.sessions.create(order({ ...withInvoice, ...changes }));
  const read = () =>
    standIn.stripe.checkout.sessions.retrieve(id, {
      expand: ["invoice.payments"],
    });
  return { ...standIn, id, url: String(url), read };
}

describe("the invoice of a payment", () => {
  it("is paid when the buyer has paid, and belongs to a customer", async () => {
    const { control, id, read } = await open();
    expect((await read()).invoice).toBeNull();
    await control.pay(id, { email });
    const session = await read();
    expect(session).toMatchObject({
      customer: expect.stringMatching(/^cus_/),
      invoice: {
        amount_paid: 4800,
        billing_reason: "manual",
        customer_email: email,
        number: expect.stringMatching(/-0001$/),
        parent: null,
        payments: {
          data: [{ amount_paid: 4800, status: "paid", payment: { payment_intent: session.payment_intent } }],
        },
        status: "paid",
      },
    });
    expect(control.events("invoice.paid")).toHaveLength(1);
  });

  it("isn't made unless the session asks for it", async () => {
    const { control, id, read } = await open({ invoice_creation: { enabled: false } });
    await control.pay(id, { email });
    expect(await read()).toMatchObject({ customer: null, invoice: null });
  });

  it("waits for a bank debit to arrive", async () => {
    const { control, id, read } = await open();
    await control.pay(id, { email, paid: "later" });
    expect((await read()).invoice).toBeNull();
    await control.settle(id, "succeed");
    expect((await read()).invoice).toMatchObject({ status: "paid", amount_paid: 4800 });
  });

  it("has the session's shipping, discount and tax", async () => {
    const { stripe, control } = await startStandIn();
    control.setTaxOrigin(undefined, "DE");
    const coupon = await stripe.coupons.create({ percent_off: 10 });
    const { id } = await stripe.checkout.sessions.create(
      order({
        ...withInvoice,
        automatic_tax: { enabled: true },
        discounts: [{ coupon: coupon.id }],
        line_items: [line(2400, { currency: "eur" }, 2)],
        shipping_address_collection: { allowed_countries: ["DE"] },
        shipping_options: [
          {
            shipping_rate_data: {
              display_name: "Post",
              fixed_amount: { amount: 490, currency: "eur" },
              type: "fixed_amount",
            },
          },
        ],
      }),
    );
    const address = {
      city: "Berlin",
      country: "DE",
      line1: "Weg 1",
      line2: null,
      postal_code: "10115",
      state: null,
    };
    await control.pay(id, { email, shipping: { name: "Ada", address } });
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["invoice"] });
    const invoice = session.invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      amount_shipping: 490,
      subtotal: session.amount_subtotal,
      total: session.amount_total,
      total_discount_amounts: [{ amount: session.total_details?.amount_discount }],
    });
    const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
    expect(tax).toBe(session.total_details?.amount_tax);
    const page = await (await fetch(String(invoice.hosted_invoice_url))).text();
    for (const text of ["Discount", "Shipping", "Tax (included)", "€48.10"]) expect(page).toContain(text);
  });

  it("is refused for subscriptions, which always have invoices", async () => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create(subscriptionOrder(withInvoice))).rejects.toMatchObject({
      param: "invoice_creation",
    });
  });

  it("has a page and a PDF", async () => {
    const { control, id, read } = await open({
      line_items: [line(2400, { currency: "eur", product_data: { name: "Mug (large)" } })],
    });
    await control.pay(id, { email });
    const { hosted_invoice_url: page, invoice_pdf: pdf } = (await read()).invoice as Stripe.Invoice;
    expect(await (await fetch(String(page))).text()).toContain("Mug (large)");
    const file = await fetch(String(pdf));
    expect(file.headers.get("content-type")).toBe("application/pdf");
    const text = Buffer.from(await file.arrayBuffer()).toString("latin1");
    expect(text).toMatch(/^%PDF-1\.4\n/);
    expect(text).toContain("Mug \\(large\\): \x8024.00");
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe("xref");
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
    expect(offsets.map((offset, index) => text.startsWith(`${index + 1} 0 obj`, offset))).toEqual(
      Array(5).fill(true),
    );
  });

  it("404 for an unknown invoice", async () => {
    const { url } = await startStandIn();
    expect((await fetch(`${url}/invoices/in_1`)).status).toBe(404);
    expect((await fetch(`${url}/invoices/in_1/pdf`)).status).toBe(404);
  });
});

describe("a tax id", () => {
  const asking = { tax_id_collection: { enabled: true } };

  it.each([
    ["de 123.456.789", "eu_vat", "DE123456789"],
    ["GB123456789", "gb_vat", "GB123456789"],
    ["12-3456789", "unknown", "123456789"],
  ])("%s is kept as %s, and is on the invoice", async (taxId, type, value) => {
    const { url, read } = await open(asking);
    await submit(url, { email, outcome: "pay", business_name: "Rosen Prints Ltd", tax_id: taxId });
    expect(await read()).toMatchObject({
      customer_details: {
        business_name: "Rosen Prints Ltd",
        name: "Rosen Prints Ltd",
        tax_ids: [{ type, value }],
      },
      invoice: { customer_name: "Rosen Prints Ltd", customer_tax_ids: [{ type, value }] },
    });
  });

  it("is optional", async () => {
    const { url, read } = await open(asking);
    await submit(url, { email, outcome: "pay", business_name: "", tax_id: "" });
    expect(await read()).toMatchObject({
      customer_details: { tax_ids: [] },
      invoice: { customer_tax_ids: [] },
    });
  });

  it("has to be one, and a business has to have one", async () => {
    const { url, read } = await open(asking);
    for (const taxId of ["!!!!!", ""]) {
      const page = await submit(url, { email, outcome: "pay", business_name: "Rosen", tax_id: taxId });
      expect(await page.text()).toContain('id="tax_id-error"');
    }
    expect((await read()).status).toBe("open");
  });

  it("is requested only if the session says so", async () => {
    const { url } = await open();
    expect(await (await fetch(url)).text()).not.toContain("tax_id");
  });

  it("of an existing customer needs a place for the name of the business", async () => {
    const { stripe } = await startStandIn();
    const customer = await stripe.customers.create({ email });
    const create = (changes: Partial<Stripe.Checkout.SessionCreateParams>) =>
      stripe.checkout.sessions.create(order({ ...asking, customer: customer.id, ...changes }));
    await expect(create({})).rejects.toThrow("customer_update[name]");
    expect((await create({ customer_update: { name: "auto" } })).tax_id_collection).toEqual({
      enabled: true,
      required: "never",
    });
  });
});
