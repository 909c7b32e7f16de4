import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/database/database.ts";
import type { Actor } from "../../server/domain/actor.ts";
import {
  editProduct,
  InvalidProduct,
  type ProductChange,
  ProductChanged,
} from "../../server/merchants/products/edit-product.ts";
import { dataOf } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";

const ann: Actor = { kind: "person", id: "usr_ann" };
const bea: Actor = { kind: "person", id: "usr_bea" };

let world: World;
let database: Database;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  ({ database } = world.services);
});
afterAll(() => world.close());

const read = async (product: string, { store }: Merchant = merchant) => {
  const found = await database.managedProducts.find({ storeId: store.id, product });
  if (!found) throw new Error(`There is no ${product}.`);
  return found;
};

const edit = (product: string, change: ProductChange, { version, by = ann }: Edit = {}) =>
  editProduct(database, { storeId: merchant.store.id, product }, { version, change, by });

interface Edit {
  version?: string;
  by?: Actor;
}

const refusalOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch((error: unknown) => error);

describe("a product", () => {
  beforeAll(async () => {
    merchant = await world.merchant();
  });

  test("is changed in the given fields, for buyers too, and sends an event", async () => {
    const before = await read("poster");
    const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";
    const endpoint = { storeId: merchant.store.id, url: "https://shop.example/events", secret, types: null };
    const { id } = await database.eventEndpoints.add(endpoint);
    const changed = await edit("poster", { name: "Tide Print", priceInCents: 2600 });
    expect(changed).toEqual({
      ...before,
      name: "Tide Print",
      priceInCents: 2600,
      version: expect.not.stringMatching(before.version),
    });
    expect(await read("poster")).toEqual(changed);
    const path = { productId: before._id };
    const answer = dataOf(await merchant.client.GET("/v1/products/{productId}", { params: { path } }));
    expect(answer).toMatchObject({ name: "Tide Print", priceInCents: 2600 });
    const [event] = await database.events.list(merchant.store.id, 1);
    expect(event).toMatchObject({ type: "product.changed", subjectId: before._id });
    await database.eventEndpoints.remove({ storeId: merchant.store.id, endpointId: id });
    const query = { q: "print", limit: 10 };
    const found = dataOf(await merchant.client.GET("/v1/products", { params: { query } }));
    expect(found.map(({ _id }) => _id)).toContain(before._id);
  });

  test("that is taken off sale disappears for buyers, and comes back", async () => {
    const listed = async () =>
      dataOf(await merchant.client.GET("/v1/products")).some(({ _id }) => _id === merchant.products.notebook);
    await edit("notebook", { isActive: false });
    expect(await listed()).toBe(false);
    await edit("notebook", { isActive: true });
    expect(await listed()).toBe(true);
  });

  test("gets another main picture before the others, and a removed one is replaced by the next", async () => {
    const images = ["a", "b"].map((name) => ({ url: `https://img.example/${name}.jpg`, alt: name }));
    const [poster] = sampleProducts;
    if (!poster) throw new Error("There are no products.");
    const pictured = { ...poster, reference: "pictured", imageUrl: images[0]?.url ?? null, images };
    await database.products.import(merchant.store.id, [pictured]);
    expect(await edit("pictured", { imageUrl: "https://img.example/c.jpg" })).toMatchObject({
      imageUrl: "https://img.example/c.jpg",
      images: [{ url: "https://img.example/c.jpg", alt: null }, images[1]],
    });
    expect(await edit("pictured", { imageUrl: null })).toMatchObject({
      imageUrl: images[1]?.url,
      images: [images[1]],
    });
    expect(await edit("pictured", { imageUrl: null })).toMatchObject({ imageUrl: null, images: [] });
  });

  test.each<[ProductChange, string]>([
    [{ priceInCents: -1 }, "/priceInCents"],
    [{ name: "" }, "/name"],
    [{ imageUrl: "javascript:alert(1)" }, "/imageUrl"],
    [{ slug: "" }, "/slug"],
    [{ name: "half \ud83d" }, "/name"],
  ])("isn't changed to %j", async (change, at) => {
    const before = await read("poster");
    const refusal = await refusalOf(edit("poster", change));
    expect(refusal).toBeInstanceOf(InvalidProduct);
    expect((refusal as InvalidProduct).mismatches[0]?.at).toBe(at);
    expect(await read("poster")).toEqual(before);
  });

  test("doesn't get another product's slug", async () => {
    await edit("poster", { slug: "tide" });
    await expect(edit("notebook", { slug: "tide" })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(edit("poster", { slug: "tide", name: "Tide" })).resolves.toMatchObject({ slug: "tide" });
  });

  test("isn't found in another store", async () => {
    const other = await world.merchant();
    const id = merchant.products.poster ?? "";
    const theirs = { storeId: other.store.id, product: id };
    const change = { name: "Stolen" };
    expect(await editProduct(database, theirs, { version: undefined, change, by: ann })).toBeUndefined();
    expect(await database.managedProducts.find(theirs)).toBeUndefined();
    expect((await read(id)).name).not.toBe("Stolen");
  });

  test("that is saved unchanged gets no audit entry and no event", async () => {
    const before = await read("poster");
    const list = { storeId: merchant.store.id, limit: 100 };
    const entries = await database.auditTrail.list(list);
    expect(await edit("poster", { name: before.name })).toEqual(before);
    expect(await database.auditTrail.list(list)).toEqual(entries);
  });
});

describe("the variants of a group", () => {
  const group = { slug: "tides", name: "Tides" };
  const address = (product: string) => ({ storeId: merchant.store.id, product });
  beforeAll(async () => {
    merchant = await world.merchant();
    for (const reference of ["poster", "notebook", "font"]) await edit(reference, { group });
  });

  test("change together in what they share, and each change is in the audit trail", async () => {
    const { version } = await read("poster");
    const renamed = { slug: "tides", name: "High tides" };
    const change: ProductChange = {
      ...{ group: renamed, description: "By the sea.", category: "Prints", type: "digital" },
      ...{ name: "High tides – A4", priceInCents: 1900, sku: "TIDE-A4" },
    };
    await editProduct(database, address("poster"), { version, change, by: ann, withVariants: true });
    expect(await read("poster")).toMatchObject(change);
    const shared = { group: renamed, description: "By the sea.", category: "Prints", type: "digital" };
    const notebook = await read("notebook");
    expect(notebook).toMatchObject({ ...shared, name: "Notebook", priceInCents: 1250, sku: null });
    expect(await read("font")).toMatchObject(shared);
    expect((await read("monthly")).description).not.toBe("By the sea.");
    const page = await database.auditTrail.list({
      storeId: merchant.store.id,
      objectId: notebook._id,
      limit: 1,
    });
    expect(page?.entries[0]).toMatchObject({ action: "product.updated", by: ann });
    expect(Object.keys(page?.entries[0]?.changes ?? {})).toEqual(expect.arrayContaining(["description"]));
  });

  test("keep their own values of what this edit doesn't change", async () => {
    await edit("font", { description: "Letters." });
    const wanted = { version: undefined, change: { category: "Calm" }, by: ann, withVariants: true };
    await editProduct(database, address("poster"), wanted);
    expect(await read("font")).toMatchObject({ description: "Letters.", category: "Calm" });
  });

  test("all stay as they are after a concurrent change, or if one of them can't be changed", async () => {
    const before = await Promise.all(["poster", "notebook", "font"].map((one) => read(one)));
    const stale = { version: "stale", change: { category: "New" }, by: ann, withVariants: true };
    expect(await refusalOf(editProduct(database, address("poster"), stale))).toBeInstanceOf(ProductChanged);
    const faulty = {
      version: undefined,
      change: { category: "", priceInCents: -1 },
      by: ann,
      withVariants: true,
    };
    expect(await refusalOf(editProduct(database, address("poster"), faulty))).toBeInstanceOf(InvalidProduct);
    expect(await Promise.all(["poster", "notebook", "font"].map((one) => read(one)))).toEqual(before);
  });

  test("409 for more than a hundred, and nothing is changed", async () => {
    const [sample] = sampleProducts;
    if (!sample) throw new Error("There are no products.");
    const many = Array.from({ length: 101 }, (_, n) => ({
      ...sample,
      reference: `many-${n}`,
      group: { slug: "many", name: "Many" },
    }));
    await database.products.import(merchant.store.id, many);
    const wanted = { version: undefined, change: { category: "Many" }, by: ann, withVariants: true };
    expect(await refusalOf(editProduct(database, address("many-0"), wanted))).toMatchObject({
      code: "CONFLICT",
    });
    expect((await read("many-0")).category).toBe(sample.category);
  });
});

describe("two people who edit one product", () => {
  beforeAll(async () => {
    merchant = await world.merchant();
  });

  test("don't lose a change: the second sees what the first changed, and the first's name", async () => {
    const { version, name } = await read("poster");
    await edit("poster", { priceInCents: 2500 }, { version, by: bea });
    const between = await read("poster");
    await edit("poster", { priceInCents: 2600, category: "prints" }, { version: between.version, by: bea });
    const refusal = await refusalOf(edit("poster", { name: "Mine" }, { version }));
    expect(refusal).toBeInstanceOf(ProductChanged);
    const current = await read("poster");
    expect(refusal).toMatchObject({
      code: "CONFLICT",
      by: bea,
      changes: { priceInCents: { from: 2400, to: 2600 }, category: { from: null, to: "prints" } },
      current,
    });
    expect(current).toMatchObject({ name, priceInCents: 2600 });
    await edit("poster", { name: "Mine" }, { version: current.version });
    expect(await read("poster")).toMatchObject({ name: "Mine", priceInCents: 2600 });
  });

  test("at the same moment don't both save", async () => {
    const { version } = await read("notebook");
    const attempts = ["One", "Two", "Three"].map((name) =>
      refusalOf(edit("notebook", { name }, { version })),
    );
    const refused = (await Promise.all(attempts)).filter((outcome) => outcome instanceof ProductChanged);
    expect(refused).toHaveLength(2);
  });

  test("see that an import came in between, without its details", async () => {
    const { version } = await read("font");
    const font = sampleProducts.find(({ reference }) => reference === "font");
    if (!font) throw new Error("There is no font.");
    await database.products.import(merchant.store.id, [{ ...font, priceInCents: 5100 }]);
    expect(await refusalOf(edit("font", { name: "Mine" }, { version }))).toMatchObject({
      code: "CONFLICT",
      changes: undefined,
      by: undefined,
      current: { priceInCents: 5100 },
    });
  });

  test("cause no conflict by restoring its values", async () => {
    const { version } = await read("monthly");
    await edit("monthly", { name: "Other" }, { by: bea });
    await edit("monthly", { name: "Print Club" }, { by: bea });
    await expect(edit("monthly", { priceInCents: 950 }, { version })).resolves.toMatchObject({
      priceInCents: 950,
    });
  });
});

describe("the products of a merchant", () => {
  beforeAll(async () => {
    merchant = await world.merchant();
  });

  const found = async (wanted: object) => {
    const list = { storeId: merchant.store.id, limit: 100, ...wanted };
    const page = await database.managedProducts.list(list);
    return page?.products.map(({ reference }) => reference);
  };

  test("are found by words, reference and id, including those off sale", async () => {
    expect(await found({})).toEqual(sampleProducts.map(({ reference }) => reference));
    expect(await found({ q: "POST" })).toEqual(["poster", "retired"]);
    expect(await found({ q: "old post" })).toEqual(["retired"]);
    expect(await found({ q: "oster" })).toEqual([]);
    expect(await found({ q: "Font" })).toEqual(["font"]);
    expect(await found({ q: merchant.products.yearly })).toEqual(["yearly"]);
    expect(await found({ q: "%" })).toEqual([]);
    expect(await found({ q: "_" })).toEqual([]);
    expect(await found({ isActive: false })).toEqual(["retired"]);
    await edit("poster", { category: "Prints" });
    expect(await found({ category: "Prints" })).toEqual(["poster"]);
    expect(await database.managedProducts.categories(merchant.store.id)).toEqual(["Prints"]);
  });

  test("are read page by page, in their order", async () => {
    const pages: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await database.managedProducts.list({ storeId: merchant.store.id, limit: 2, after });
      pages.push(...(page?.products.map(({ reference }) => reference) ?? []));
      if (!page?.hasMore) break;
      after = page.products.at(-1)?._id;
    }
    expect(pages).toEqual(sampleProducts.map(({ reference }) => reference));
    const other = await world.merchant();
    const foreign = { storeId: merchant.store.id, limit: 2, after: other.products.poster };
    expect(await database.managedProducts.list(foreign)).toBeUndefined();
  });
});
