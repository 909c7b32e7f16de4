import type { components } from "../../generated/types.ts";

type NewProduct = components["schemas"]["NewProduct"];

const least = { name: "Print", priceInCents: 900 };

/** Bodies that satisfy every keyword of a product's schema, by what they show. */
export const productBodies: [what: string, body: NewProduct][] = [
  [
    "everything",
    {
      ...least,
      type: "physical",
      description: "Printed by hand.",
      billingInterval: null,
      isActive: true,
      category: "Prints",
      details: ["Cotton paper"],
      slug: "print",
      group: { slug: "prints", name: "Prints" },
      options: [{ name: "Size", value: "A3" }],
      images: [
        { url: "https://cdn.example.com/print.jpg", alt: "A print." },
        { url: "https://cdn.example.com/back.jpg", alt: null },
      ],
      sku: "PRINT-A3",
      weightInGrams: 120,
      compareAtPriceInCents: 1200,
      trialDays: null,
      requiresShipping: null,
      taxCode: "txcd_35010000",
      stock: 3,
      quantity: 3,
      reserved: 0,
    },
  ],
  [
    "nothing but null where it can be",
    {
      ...least,
      type: "digital",
      description: null,
      billingInterval: null,
      isActive: false,
      category: null,
      details: null,
      slug: null,
      group: null,
      options: [],
      images: [],
      sku: null,
      weightInGrams: null,
      compareAtPriceInCents: null,
      trialDays: null,
      requiresShipping: null,
      taxCode: null,
      stock: null,
      quantity: null,
      reserved: null,
    },
  ],
  ["a monthly subscription", { ...least, type: "subscription", billingInterval: "month" }],
  ["a yearly subscription", { ...least, type: "subscription", billingInterval: "year" }],
  [
    "a subscription with a trial that is shipped",
    { ...least, type: "subscription", billingInterval: "year", trialDays: 14, requiresShipping: true },
  ],
];
