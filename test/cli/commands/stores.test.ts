import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
});
afterAll(() => cli.close());

const minimal = ["--name", "Harbour Press", "--currency", "eur"];

describe("stores create", () => {
  test("prints the store, on the free plan and not live by default", async () => {
    const shop = await cli.ask("stores", "create", "--slug", "plain", ...minimal);
    expect(shop).toMatchObject({
      id: expect.stringMatching(/^store_/),
      slug: "plain",
      name: "Harbour Press",
      currency: "eur",
      plan: "free",
      isPublished: false,
      paymentsConfigured: false,
      description: null,
    });
    expect(Object.values(shop.theme)).toEqual(Array(9).fill(null));
  });

  test("sets every field", async () => {
    const fields = {
      description: "Prints & cards",
      "logo-url": "https://cdn.example.com/logo.svg",
      "contact-email": "studio@harbourpress.example",
      "contact-phone": "+353 1 555 0142",
      "seo-title": "Harbour Press",
      "seo-description": "By the sea",
      "template-key": "gallery",
      "template-texts": '{"hero":{"heading":"Hello"}}',
      "theme-primary": "#111",
      "theme-primary-foreground": "#222",
      "theme-background": "#333",
      "theme-foreground": "#444",
      "theme-muted": "#555",
      "theme-border": "#666",
      "theme-font-body": "Serif",
      "theme-font-heading": "Sans",
      "theme-radius": "4px",
      "success-url": "https://shop.example/thanks?session_id={CHECKOUT_SESSION_ID}",
      "cancel-url": "https://shop.example/cart",
      "portal-return-url": "https://shop.example/account",
      "stripe-account": "acct_1abc",
      tax: "exclusive",
      "introspection-url": "https://login.example/introspect",
      "introspection-client-id": "counterpart",
      "ships-to": "IE, gb,ie,xk",
      "time-zone": "europe/dublin",
    };
    const options = Object.entries(fields).flatMap(([flag, value]) => [`--${flag}`, value]);
    const args = [
      "--slug",
      "full",
      "--name",
      "Full",
      "--currency",
      "JPY",
      "--plan",
      "pro",
      "--published",
      "--payments",
    ];
    const shop = await cli.ask("stores", "create", ...args, ...options);
    expect(shop).toEqual({
      id: shop.id,
      slug: "full",
      name: "Full",
      currency: "jpy",
      plan: "pro",
      isPublished: true,
      paymentsConfigured: true,
      description: "Prints & cards",
      logoUrl: "https://cdn.example.com/logo.svg",
      contactEmail: "studio@harbourpress.example",
      contactPhone: "+353 1 555 0142",
      seoTitle: "Harbour Press",
      seoDescription: "By the sea",
      templateKey: "gallery",
      templateTexts: { hero: { heading: "Hello" } },
      theme: {
        primary: "#111",
        primaryForeground: "#222",
        background: "#333",
        foreground: "#444",
        muted: "#555",
        border: "#666",
        fontBody: "Serif",
        fontHeading: "Sans",
        radius: "4px",
      },
      successUrl: "https://shop.example/thanks?session_id={CHECKOUT_SESSION_ID}",
      cancelUrl: "https://shop.example/cart",
      portalReturnUrl: "https://shop.example/account",
      stripeAccount: "acct_1abc",
      tax: "exclusive",
      introspectionUrl: "https://login.example/introspect",
      introspectionClientId: "counterpart",
      timeZone: "Europe/Dublin",
      planRequestedAt: null,
      hasProductPages: true,
      sellsThrough: [],
      returnPolicyUrl: null,
      shipsTo: ["ie", "gb", "xk"],
      allowsRepeatSubscriptions: false,
      emailsBuyers: false,
      createsInvoices: false,
      collectsTaxIds: false,
    });
    expect(await cli.ask("stores", "list")).toContainEqual(shop);
  });

  test("refuses a country that the payment provider doesn't ship to, and removes the list when it is empty", async () => {
    await cli.ask("stores", "create", "--slug", "parcels", ...minimal, "--ships-to", "ie");
    for (const [codes, wrong] of [
      ["ie,cu", "cu"],
      ["atlantis", "atlantis"],
      ["zz", "zz"],
      [",", ","],
    ] as const) {
      expect(await cli.refusal("stores", "update", "parcels", "--ships-to", codes)).toMatchObject({
        exitCode: 2,
        error: expect.stringContaining(`"${wrong}" isn't a country that the payment provider supports.`),
      });
    }
    expect(await cli.ask("stores", "update", "parcels", "--name", "P")).toMatchObject({ shipsTo: ["ie"] });
    expect(await cli.ask("stores", "update", "parcels", "--ships-to", "")).toMatchObject({ shipsTo: null });
  });

  test("lets agents buy, names what is missing, and refuses an unknown protocol", async () => {
    await cli.ask("stores", "create", "--slug", "assisted", ...minimal);
    const on = await cli.run("stores", "update", "assisted", "--agents", "acp");
    expect(on.stdout).toMatch(/agents +acp/);
    expect(on.stderr).toContain("Give the URL of your return policy");
    const url = "https://shop.example/returns";
    expect(await cli.ask("stores", "update", "assisted", "--return-policy-url", url)).toMatchObject({
      ...{ sellsThrough: ["acp"], returnPolicyUrl: url },
    });
    expect(await cli.ask("stores", "update", "assisted", "--agents", "ucp,acp")).toMatchObject({
      sellsThrough: ["acp", "ucp"],
    });
    expect(await cli.ask("stores", "update", "assisted", "--agents", "")).toMatchObject({ sellsThrough: [] });
    expect(await cli.refusal("stores", "update", "assisted", "--agents", "telepathy")).toMatchObject({
      ...{
        exitCode: 2,
        error: expect.stringContaining("It must list protocols, separated by commas: acp, ucp."),
      },
    });
  });

  test("turns the calculation of tax on and off", async () => {
    const minimalTax = ["--slug", "taxed", "--name", "Taxed", "--currency", "eur"];
    expect(await cli.ask("stores", "create", ...minimalTax)).toMatchObject({ tax: "off" });
    for (const tax of ["inclusive", "exclusive", "off"]) {
      expect(await cli.ask("stores", "update", "taxed", "--tax", tax)).toMatchObject({ tax });
      expect(await cli.ask("stores", "show", "taxed")).toMatchObject({ tax });
    }
    expect((await cli.run("stores", "update", "taxed", "--tax", "some")).exitCode).toBe(2);
  });

  test("allows repeated subscriptions only with the option", async () => {
    const create = ["stores", "create", "--slug", "seats", ...minimal];
    expect(await cli.ask(...create)).toMatchObject({ allowsRepeatSubscriptions: false });
    const update = (...options: string[]) => cli.ask("stores", "update", "seats", ...options);
    const allowed = { allowsRepeatSubscriptions: true };
    expect(await update("--repeat-subscriptions")).toMatchObject(allowed);
    expect(await update("--name", "Seats")).toMatchObject(allowed);
    expect((await cli.run("stores", "show", "seats")).stdout).toMatch(/repeat subscriptions\s+yes/);
    expect(await update("--no-repeat-subscriptions")).toMatchObject({ allowsRepeatSubscriptions: false });
    const other = ["stores", "create", "--slug", "more-seats", ...minimal, "--repeat-subscriptions"];
    expect(await cli.ask(...other)).toMatchObject(allowed);
  });

  test("makes invoices and asks for tax ids only with the options", async () => {
    const create = ["stores", "create", "--slug", "invoiced", ...minimal];
    expect(await cli.ask(...create)).toMatchObject({ createsInvoices: false, collectsTaxIds: false });
    const update = (...options: string[]) => cli.ask("stores", "update", "invoiced", ...options);
    const both = { createsInvoices: true, collectsTaxIds: true };
    expect(await update("--invoices", "--tax-ids")).toMatchObject(both);
    expect(await update("--name", "Invoiced")).toMatchObject(both);
    expect((await cli.run("stores", "show", "invoiced")).stdout).toMatch(/^invoices\s+yes\ntax ids\s+yes$/m);
    expect(await update("--no-invoices", "--no-tax-ids")).toMatchObject({
      createsInvoices: false,
      collectsTaxIds: false,
    });
  });

  test.each(["\n", "\r", "\t", "\x7f", "\u0085", "\u2028", "\u2029", "\u202e", "\u2066"])(
    "refuses a name with %j",
    async (character) => {
      const name = `Quay${character}Prints`;
      expect(
        await cli.refusal("stores", "create", "--slug", "lines", ...minimal, "--name", name),
      ).toMatchObject({
        code: "INVALID_REQUEST",
        error: expect.stringMatching(/^--name must be one line of text, without .* U\+[0-9A-F]{4}\.$/),
      });
    },
  );

  test.each(["Café “Ü” № 1", "דפוס הנמל\u200f (IL)", "👩‍🎨 Prints"])("takes the name %s", async (name) => {
    const slug = `name-${Buffer.from(name).toString("hex").slice(0, 8)}`;
    const shop = await cli.ask("stores", "create", "--slug", slug, "--currency", "eur", "--name", name);
    expect(shop.name).toBe(name);
  });

  test("refuses a slug that is taken", async () => {
    await cli.ask("stores", "create", "--slug", "taken", ...minimal);
    expect(await cli.refusal("stores", "create", "--slug", "taken", ...minimal)).toEqual({
      exitCode: 1,
      stdout: "",
      error: 'Another store already has the slug "taken".',
      code: "CONFLICT",
    });
  });

  test.for([
    ["a slug with capitals", ["--slug", "Shop", ...minimal], "--slug"],
    ["a slug of 64 characters", ["--slug", "a".repeat(64), ...minimal], "--slug"],
    ["a slug that looks like an option", ["--slug=-shop", ...minimal], "--slug"],
    ["a currency that isn't one", ["--slug", "bad", "--name", "B", "--currency", "abc"], "--currency"],
    ["an empty name", ["--slug", "bad", "--name", "", "--currency", "eur"], "--name"],
    [
      "a name longer than the contract shows",
      ["--slug", "bad", "--name", "n".repeat(513), "--currency", "eur"],
      "--name",
    ],
    [
      "an email address without a domain",
      ["--slug", "bad", ...minimal, "--contact-email", "me"],
      "--contact-email",
    ],
    [
      "a telephone number longer than the contract shows",
      ["--slug", "bad", ...minimal, "--contact-phone", "1".repeat(65)],
      "--contact-phone",
    ],
    [
      "a logo that isn't on the web",
      ["--slug", "bad", ...minimal, "--logo-url", "file:///logo.svg"],
      "--logo-url",
    ],
    [
      "a logo with a space in its address",
      ["--slug", "bad", ...minimal, "--logo-url", "https://a.example/my logo.svg"],
      "--logo-url",
    ],
    [
      "a return address that isn't complete",
      ["--slug", "bad", ...minimal, "--success-url", "/thanks"],
      "--success-url",
    ],
    [
      "template texts that aren't JSON",
      ["--slug", "bad", ...minimal, "--template-texts", "{"],
      "--template-texts",
    ],
    [
      "template texts of another shape",
      ["--slug", "bad", ...minimal, "--template-texts", '{"a":1}'],
      "--template-texts",
    ],
    [
      "a theme value longer than the contract shows",
      ["--slug", "bad", ...minimal, "--theme-font-body", "f".repeat(256)],
      "--theme-font-body",
    ],
    [
      "a theme value that would end its rule of CSS",
      ["--slug", "bad", ...minimal, "--theme-radius", "4px}"],
      "--theme-radius",
    ],
    ["a plan that isn't one", ["--slug", "bad", ...minimal, "--plan", "gold"], "--plan"],
    ["a missing currency", ["--slug", "bad", "--name", "B"], "--currency"],
  ] as const)("calls %s wrong usage and creates nothing", async ([, args, flag]) => {
    const refusal = await cli.refusal("stores", "create", ...args);
    expect(refusal).toMatchObject({ exitCode: 2, stdout: "", code: "INVALID_REQUEST" });
    expect(refusal.error).toContain(flag);
    expect((await cli.ask("stores", "list")).map(({ slug }: { slug: string }) => slug)).not.toContain("bad");
  });
});

describe("stores update", () => {
  test("changes the given fields and leaves the rest", async () => {
    const before = await cli.ask("stores", "create", "--slug", "change", ...minimal, "--theme-muted", "#eee");
    const after = await cli.ask(
      "stores",
      "update",
      "change",
      "--published",
      "--payments",
      "--plan",
      "pro",
      "--theme-radius",
      "0",
    );
    expect(after).toEqual({
      ...before,
      isPublished: true,
      paymentsConfigured: true,
      plan: "pro",
      theme: { ...before.theme, radius: "0" },
    });
    const closed = await cli.ask(
      "stores",
      "update",
      "change",
      "--no-published",
      "--no-payments",
      "--slug",
      "renamed",
    );
    expect(closed).toEqual({ ...after, isPublished: false, paymentsConfigured: false, slug: "renamed" });
  });

  test("removes a value when it is given as empty", async () => {
    const fields = ["--description", "D", "--logo-url", "https://a.example/l", "--theme-muted", "#eee"];
    const texts = ["--template-texts", '{"a":{"b":"c"}}', "--success-url", "https://a.example/"];
    await cli.ask("stores", "create", "--slug", "empty", ...minimal, ...fields, ...texts);
    const cleared = [
      "--description",
      "",
      "--logo-url",
      "",
      "--theme-muted=",
      "--template-texts",
      "",
      "--success-url",
      "",
    ];
    expect(await cli.ask("stores", "update", "empty", ...cleared)).toMatchObject({
      description: null,
      logoUrl: null,
      theme: { muted: null },
      templateTexts: null,
      successUrl: null,
    });
  });

  test("refuses another currency while products are priced in the old one", async () => {
    await cli.ask("stores", "create", "--slug", "priced", ...minimal);
    expect(await cli.ask("stores", "update", "priced", "--currency", "usd")).toMatchObject({
      currency: "usd",
    });
    const product = { reference: "a", name: "Card", type: "physical", priceInCents: 900 };
    const file = await cli.file("priced.json", JSON.stringify([product]));
    await cli.ask("products", "import", file, "--store", "priced");
    const refusal = await cli.refusal("stores", "update", "priced", "--currency", "eur", "--name", "Other");
    expect(refusal).toMatchObject({ exitCode: 1, code: "CONFLICT" });
    expect(refusal.error).toContain('"Card" is in usd');
    expect(await cli.ask("stores", "list")).toContainEqual(
      expect.objectContaining({ slug: "priced", currency: "usd", name: "Harbour Press" }),
    );
  });

  test("refuses the slug of another store, an unknown store, and no change at all", async () => {
    await cli.ask("stores", "create", "--slug", "one", ...minimal);
    await cli.ask("stores", "create", "--slug", "two", ...minimal);
    expect(await cli.refusal("stores", "update", "one", "--slug", "two")).toMatchObject({
      exitCode: 1,
      code: "CONFLICT",
    });
    expect(await cli.refusal("stores", "update", "nowhere", "--name", "N")).toMatchObject({
      exitCode: 1,
      code: "NOT_FOUND",
    });
    expect(await cli.refusal("stores", "update", "one")).toMatchObject({
      exitCode: 2,
      code: "INVALID_REQUEST",
    });
  });
});

test("no command shows the secret for the merchant's authentication system", async () => {
  const secret = ["--introspection-client-secret", "-"];
  const typing = (...args: string[]) => {
    cli.type("s3cret-of-theirs\n");
    return cli.run(...args, ...secret);
  };
  const ran = [
    await typing("stores", "create", "--slug", "secretive", ...minimal),
    await typing("stores", "update", "secretive", "--json"),
    await cli.run("stores", "list"),
    await cli.run("stores", "list", "--json"),
  ];
  for (const { exitCode, stdout, stderr } of ran) {
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain("s3cret");
  }
  const database = await cli.openDatabase();
  expect(await database.stores.findBySlug("secretive")).toMatchObject({
    introspectionClientSecret: "s3cret-of-theirs",
  });
  await database.close();
});

describe("the secret for the merchant's authentication system", () => {
  const stored = async () => {
    const database = await cli.openDatabase();
    const store = await database.stores.findBySlug("secretive");
    await database.close();
    return store?.introspectionClientSecret;
  };
  const update = (value: string) => ["stores", "update", "secretive", "--introspection-client-secret", value];

  test("is refused as an argument, isn't printed, and the old one is kept", async () => {
    for (const json of [[], ["--json"]]) {
      const { exitCode, stdout, stderr } = await cli.run(...update("hunter2-new"), ...json);
      expect(exitCode).toBe(2);
      expect(stdout + stderr).toContain("--introspection-client-secret -");
      expect(stdout + stderr).not.toContain("hunter2");
    }
    expect(await stored()).toBe("s3cret-of-theirs");
  });

  test("is required on standard input", async () => {
    cli.type("\n");
    expect(await cli.refusal(...update("-"))).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
    expect(await stored()).toBe("s3cret-of-theirs");
  });

  test("is removed by an empty value", async () => {
    await cli.ask(...update(""));
    expect(await stored()).toBeNull();
  });
});

describe("the address where member sessions are looked up", () => {
  const update = (url: string) => ["stores", "update", "secretive", "--introspection-url", url];

  test.each([
    "http://login.example/introspect",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "http://10.0.0.1",
  ])("is refused without TLS: %s", async (url) => {
    expect(await cli.refusal(...update(url))).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
  });

  test.each(["http://localhost:4000/introspect", "http://127.0.0.1:4000", "http://[::1]:4000"])(
    "is accepted without TLS on this machine, and refused in production: %s",
    async (url) => {
      await cli.ask(...update(url));
      const env: Record<string, string> = cli.env;
      env.NODE_ENV = "production";
      const refusal = await cli.refusal(...update(url));
      delete env.NODE_ENV;
      expect(refusal).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
    },
  );
});

test("stores list is an aligned table for people", async () => {
  const { stdout } = await cli.run("stores", "list");
  const [heading = "", ...rows] = stdout.trimEnd().split("\n");
  expect(heading).toMatch(/^SLUG +NAME +CURRENCY +PLAN +PUBLISHED +PAYMENTS$/);
  const row = rows.find((line) => line.startsWith("full")) ?? "";
  expect(row.indexOf("jpy")).toBe(heading.indexOf("CURRENCY"));
});
