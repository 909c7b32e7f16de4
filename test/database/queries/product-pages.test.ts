import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import type { PageRequest } from "../../../server/database/queries/products/product-pages.ts";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { sampleProducts } from "../../helpers/world.ts";

const [sample] = sampleProducts as [ProductInput];

/** A product with a unique name and the given values. */
function product(reference: string, given: Partial<ProductInput> = {}): ProductInput {
  return { ...sample, name: `Nameless${reference}`, reference, ...given };
}

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    database = await openDatabase(testDatabase.url, Date.now);
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  let stores = 0;
  async function storeWith(inputs: ProductInput[]) {
    const store = await database.stores.create({
      slug: `store-${++stores}`,
      name: "Harbour Press",
      currency: "eur",
      plan: "pro",
    });
    if (!store) throw new Error("The slug is taken.");
    await database.products.import(store.id, inputs);
    const all = await database.products.listAll(store.id);
    return {
      storeId: store.id,
      idOf: (reference: string) => all.find((one) => one.reference === reference)?._id ?? "",
    };
  }

  async function read(request: Omit<PageRequest, "limit"> & { limit?: number }) {
    const page = await database.productPages.read({ limit: 100, ...request });
    const all = await database.products.listAll(request.storeId);
    const referenceOf = new Map(all.map(({ _id, reference }) => [_id, reference]));
    return page && { found: page.products.map(({ _id }) => referenceOf.get(_id)), hasMore: page.hasMore };
  }
  const found = async (request: Omit<PageRequest, "limit">) => (await read(request))?.found;

  describe("a page", () => {
    const letters = "abcdefghij".split("");
    /** Every third is a calendar, every second a file; j is inactive. */
    const inputs = letters.map((letter, n) =>
      product(letter, {
        category: n % 3 === 0 ? "Calendars" : "Prints",
        type: n % 2 === 0 ? "digital" : "physical",
        description: "Harbour",
        isActive: letter !== "j",
      }),
    );
    const requests: [string, Partial<PageRequest>, string][] = [
      ["of everything", {}, "abcdefghi"],
      ["of a category", { category: "Calendars" }, "adg"],
      ["of a type", { type: "digital" }, "acegi"],
      ["of both", { category: "Prints", type: "digital" }, "cei"],
      ["of words", { q: "harb" }, "abcdefghi"],
      ["of words in a category", { q: "harb", category: "Prints" }, "bcefhi"],
      ["of words in a type", { q: "harb", type: "physical" }, "bdfh"],
      ["of all three", { q: "harb", category: "Calendars", type: "physical" }, "d"],
    ];

    test.each(requests)(
      "%s is in the merchant's order, and the pages add up to the whole list",
      async (_, request, all) => {
        const { storeId, idOf } = await storeWith(inputs);
        await storeWith(inputs);
        for (const limit of [1, 2, 100]) {
          let seen = "";
          let after: string | undefined;
          for (let hasMore = true; hasMore; ) {
            const page = await read({ storeId, limit, after, ...request });
            if (!page) throw new Error("There is such a product.");
            seen += page.found.join("");
            hasMore = page.hasMore;
            after = idOf(page.found.at(-1) ?? "");
            expect(page.found.length).toBeLessThanOrEqual(limit);
          }
          expect(seen).toBe(all);
        }
      },
    );

    test("continues after a product that doesn't match the filters or is no longer on sale", async () => {
      const { storeId, idOf } = await storeWith(inputs);
      expect(await found({ storeId, category: "Calendars", after: idOf("b") })).toEqual(["d", "g"]);
      expect(await found({ storeId, q: "harbour", category: "Calendars", after: idOf("b") })).toEqual([
        "d",
        "g",
      ]);
      await database.products.import(storeId, [product("b", { isActive: false, description: "Harbour" })]);
      expect(await found({ storeId, after: idOf("b") })).toEqual("cdefghi".split(""));
      expect(await found({ storeId, q: "harbour", after: idOf("b") })).toEqual("cdefghi".split(""));
      expect(await found({ storeId, after: idOf("j") })).toEqual([]);
    });

    test("is undefined after a product that is unknown or another store's", async () => {
      const { storeId } = await storeWith(inputs);
      const other = await storeWith(inputs);
      expect(await read({ storeId, after: "prod_unknown" })).toBeUndefined();
      expect(await read({ storeId, after: other.idOf("a") })).toBeUndefined();
    });

    test("of ids has those on sale in this store, and combines with other filters", async () => {
      const { storeId, idOf } = await storeWith(inputs);
      const other = await storeWith(inputs);
      const ids = [idOf("g"), idOf("a"), idOf("j"), idOf("b"), other.idOf("c"), "prod_unknown"];
      expect(await found({ storeId, ids })).toEqual(["a", "b", "g"]);
      expect(await found({ storeId, ids, q: "harbour", category: "Calendars" })).toEqual(["a", "g"]);
    });
  });

  describe("words", () => {
    const one = async (given: Partial<ProductInput>) => storeWith([product("1", given), product("2")]);

    test("are found in name, description and category, all of them, by their beginnings, in any order", async () => {
      const { storeId } = await one({
        name: "Tide calendar",
        description: "Twelve months",
        category: "Prints",
      });
      for (const q of [
        "tide",
        "TIDE",
        "cal",
        "month",
        "pri",
        "cal tide",
        "twelve print tide",
        "ti t tid tide",
      ]) {
        expect(await found({ storeId, q }), q).toEqual(["1"]);
      }
      for (const q of ["tides", "ide", "calendar 2027", "tide club", "xtide", "physical", "_tphysical"]) {
        expect(await found({ storeId, q }), q).toEqual([]);
      }
    });

    test.each([
      ["ü", "Tür am Fluß", ["tur", "TÜR", "tür", "tu\u0308r", "fluss", "FLUSS", "fluß"], ["tuer", "flus s"]],
      [
        "letters of other languages",
        "Łódź Ærø ΟΔΟΣ Привет 日本語",
        ["lodz", "aero", "οδοσ", "οδός", "привет", "日本"],
        ["本"],
      ],
      ["digits", "A4 300 g/m² 1.5", ["a4", "300", "m2", "1 5", "1.5", "3"], ["4", "300g", "15"]],
      ["hyphens", "e-mail well–made", ["e-mail", "e mail", "well-made", "well", "-e", "--mail"], ["email"]],
      [
        "apostrophes",
        "Sailor’s rock'n'roll",
        ["sailors", "sailor's", "sailor", "rocknroll", "rock n roll"],
        ["ailor"],
      ],
      ["quotes", "He said \"No\" 'yes'", ['"no"', "'yes'", "no'", '"said no"'], ["'nope'", '"', "''"]],
      [
        "operators of SQLite, PostgreSQL and LIKE",
        "and or not near and100",
        [
          "AND",
          "and OR",
          "NOT and",
          "NEAR(and or)",
          "and*",
          "^and",
          "-and",
          "and & or",
          "and | not",
          "!and",
          "and:*",
          "and <-> or",
          "and%",
          "and_",
          "(and",
          "and\\",
        ],
        ["terms:and", "andy", "%nd"],
      ],
      [
        "characters that aren't text",
        "Half\ufffdway 🛥",
        ["half", "way", "half\u0000way", "half 🛥"],
        ["🛥", "\u0000", " ", "%", "_", "''"],
      ],
    ])("with %s mean the same on every engine", async (_, name, finding, missing) => {
      const { storeId } = await one({ name });
      for (const q of finding) {
        expect(await found({ storeId, q }), `${q} in ${name}`).toEqual(["1"]);
      }
      for (const q of missing) expect(await found({ storeId, q }), `${q} in ${name}`).toEqual([]);
    });

    test("of any text find it without errors", async () => {
      const texts = fc.sample(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), {
        numRuns: 60,
        seed: 1,
      });
      const { storeId } = await storeWith(
        texts.map((name, n) => product(String(n), { name: name.replaceAll("\0", "") })),
      );
      for (const [n, q] of texts.entries()) {
        const references = await found({ storeId, q });
        if (/[\p{L}\p{N}]/u.test(q.normalize("NFKD"))) expect(references, q).toContain(String(n));
        else expect(references, q).toEqual([]);
      }
    });

    test("are found, however long and however many", async () => {
      const long = "a".repeat(5000);
      const words = Array.from({ length: 12_000 }, (_, n) => `w${n}`);
      const { storeId } = await one({ name: "Long", description: `${long} ${words.join(" ")}` });
      expect(await found({ storeId, q: "aaaaaaaaaaaaaaa" })).toEqual(["1"]);
      expect(await found({ storeId, q: long.slice(0, 200) })).toEqual(["1"]);
      expect(await found({ storeId, q: "w11999 w1" })).toEqual(["1"]);
      expect(await found({ storeId, q: words.slice(0, 50).join(" ") })).toEqual(["1"]);
    });

    test("are found among many products, whether all, some or only one of the last has them", async () => {
      const wordsOf = (n: number) => [
        "all",
        ...(n % 10 === 0 ? ["tenth"] : []),
        ...(n % 30 === 0 ? ["seldom"] : []),
        ...(n < 120 ? ["early"] : ["late"]),
        ...(n === 380 || n === 250 ? ["rare"] : []),
        `number${n}`,
      ];
      const numbers = Array.from({ length: 400 }, (_, n) => n);
      const inputs = numbers.map((n) =>
        product(String(n), {
          name: wordsOf(n).join(" "),
          type: n % 2 === 0 ? "digital" : "physical",
          isActive: n !== 250,
        }),
      );
      const { storeId, idOf } = await storeWith(inputs);
      await storeWith(inputs);
      const searches: [q: string, type?: string][] = [
        ["all"],
        ["tenth"],
        ["tenth", "digital"],
        ["tenth", "physical"],
        ["seldom"],
        ["seldom all early"],
        ["late"],
        ["late tenth"],
        ["all rare"],
        ["rare tenth early"],
        ["number39"],
        ["all number399", "physical"],
        ["none all"],
      ];
      for (const [q, type] of searches) {
        const expected = numbers.filter((n) => {
          const words = q.split(" ").every((word) => wordsOf(n).some((one) => one.startsWith(word)));
          return (
            words && n !== 250 && (type === undefined || (n % 2 === 0 ? "digital" : "physical") === type)
          );
        });
        for (const after of [undefined, 100, 399]) {
          const rest = expected.filter((n) => after === undefined || n > after).map(String);
          const page = await read({
            storeId,
            q,
            type,
            limit: 7,
            ...(after && { after: idOf(String(after)) }),
          });
          expect(page, `${q} ${type} after ${after}`).toEqual({
            found: rest.slice(0, 7),
            hasMore: rest.length > 7,
          });
        }
      }
    });

    test("find the last import's texts, and only products on sale", async () => {
      const { storeId } = await one({ name: "Ferry" });
      await database.products.import(storeId, [
        product("1", { name: "Quay" }),
        product("3", { name: "Ferry" }),
      ]);
      expect(await found({ storeId, q: "ferry" })).toEqual(["3"]);
      expect(await found({ storeId, q: "quay" })).toEqual(["1"]);
      await database.products.import(storeId, [product("1", { name: "Quay", isActive: false })]);
      expect(await found({ storeId, q: "quay" })).toEqual([]);
      await database.products.import(storeId, [product("1", { name: "Quay" })]);
      expect(await found({ storeId, q: "quay" })).toEqual(["1"]);
    });
  });
}

describe("SQLite", () => suite(emptySqlite));

withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));
