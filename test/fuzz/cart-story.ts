import { isDeepStrictEqual } from "node:util";
import {
  type As,
  choice,
  Finding,
  type FuzzResponse,
  type Model,
  type Session,
} from "@counterpart/testing/fuzz";
import fc, { type Arbitrary } from "fast-check";
import {
  afterAdding,
  afterRemoving,
  afterSetting,
  type Expected,
  type ModelLine,
  type ModelProduct,
  notFound,
  totalOf,
} from "./cart-model.ts";

/** Products are named by label and carts by number, so that a story makes sense on every server. */
type Command =
  | { do: "create" }
  | { do: "add"; cart: number; product: string; quantity: unknown; as?: "other" }
  | { do: "set"; cart: number; product: string; quantity: unknown; as?: "other" }
  | { do: "remove"; cart: number; product: string; as?: "other" }
  | { do: "clear"; cart: number; as?: "other" }
  | { do: "read"; cart: number; as?: "other" }
  /** Adds products until the cart has so many lines. */
  | { do: "fill"; cart: number; lines: number };

export interface Shelf {
  currency: string;
  /** By label. */
  products: Record<string, ModelProduct>;
  /** Labels of the products that fill a cart. Empty if there aren't enough to exceed the limit. */
  fillers: string[];
  /** Whether there is another caller, who must not reach the carts. */
  hasOther: boolean;
}

/** Sequences of operations on carts, compared with the model after each. */
export function cartStory(shelf: Shelf): Model {
  return {
    name: "carts",
    operations: ["createCart", "getCart", "addCartLine", "updateCartLine", "removeCartLine", "clearCart"],
    weight: 40,
    commands: fc.array(commands(shelf), { minLength: 1, maxLength: 12, size: "max" }),
    async run(story, session) {
      const carts: Cart[] = [];
      await run(shelf, session, carts, { do: "create" });
      for (const command of story as Command[]) await run(shelf, session, carts, command);
      for (const [cart] of carts.entries()) await run(shelf, session, carts, { do: "read", cart });
    },
  };
}

function commands({ products, fillers, hasOther }: Shelf): Arbitrary<Command> {
  const cart = choice(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.nat(2) },
    { weight: 1, arbitrary: fc.constant(unknownCart) },
  );
  const labels = Object.keys(products).filter((label) => !fillers.includes(label));
  const product = choice(
    // Repeating a product exercises the arithmetic.
    { weight: 9, arbitrary: fc.constantFrom(...labels.slice(0, 2)) },
    { weight: 6, arbitrary: fc.constantFrom(...labels) },
    { weight: 1, arbitrary: fc.constant("unknown") },
  );
  const quantity = choice<unknown>(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 3, arbitrary: fc.constantFrom(1, 499, 500, 998, 999) },
    { weight: 2, arbitrary: fc.constantFrom(0, 1000, -1, 2 ** 31, Number.MAX_SAFE_INTEGER) },
    { weight: 1, arbitrary: fc.constantFrom(1.5, "2", null, true, [1], {}) },
  );
  const as = hasOther
    ? choice(
        { weight: 12, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constant({ as: "other" as const }) },
      )
    : fc.constant({});
  const one = (weight: number, parts: Arbitrary<object>) => ({
    weight,
    arbitrary: fc.tuple(parts, as).map(([command, who]) => ({ ...command, ...who }) as Command),
  });
  const record = (model: Record<string, Arbitrary<unknown>>) => fc.record(model, { noNullPrototype: true });
  return choice<Command>(
    one(160, record({ do: fc.constant("add"), cart, product, quantity })),
    one(100, record({ do: fc.constant("set"), cart, product, quantity })),
    one(60, record({ do: fc.constant("remove"), cart, product })),
    one(20, record({ do: fc.constant("clear"), cart })),
    one(40, record({ do: fc.constant("read"), cart })),
    { weight: 20, arbitrary: fc.constant<Command>({ do: "create" }) },
    ...(fillers.length > 0
      ? // It takes a hundred requests, so it is rare.
        [
          {
            weight: 1,
            arbitrary: fc
              .integer({ min: 98, max: 101 })
              .map((lines): Command => ({ do: "fill", cart: 0, lines })),
          },
        ]
      : []),
  );
}

interface Cart {
  id: string;
  lines: ModelLine[];
}

/** More carts than any story creates. */
const unknownCart = 99;

async function run(shelf: Shelf, session: Session, carts: Cart[], command: Command): Promise<void> {
  if (command.do === "create") {
    const answer = await session.call("createCart");
    const id = String((answer.body as { data?: { id?: unknown } }).data?.id);
    compare(shelf, answer, command, { status: 200, lines: [] }, id);
    carts.push({ id, lines: [] });
    return;
  }
  const cart = command.cart === unknownCart ? undefined : carts[command.cart % carts.length];
  if (command.do === "fill") {
    for (const product of shelf.fillers) {
      if (!cart || cart.lines.length >= command.lines) return;
      const before = cart.lines.length;
      await run(shelf, session, carts, { do: "add", cart: command.cart, product, quantity: 1 });
      if (before === cart.lines.length && before >= 100) return;
    }
    return;
  }
  const as: As = command.as ?? "owner";
  // For another caller, neither the cart nor the product exists.
  const lines = as === "owner" ? cart?.lines : undefined;
  const path = { cartId: cart?.id ?? "cart_nobodyhasthiscart" };
  const product = "product" in command ? shelf.products[command.product] : undefined;
  const productId = product?.id ?? "prod_nobodysellsthis";
  const body = "quantity" in command ? { quantity: command.quantity } : {};
  let answer: FuzzResponse;
  let expected: Expected;
  switch (command.do) {
    case "add":
      answer = await session.call("addCartLine", { path, body: { productId, ...body } }, as);
      expected = afterAdding(lines, product, command.quantity);
      break;
    case "set":
      answer = await session.call("updateCartLine", { path: { ...path, productId }, body }, as);
      expected = afterSetting(lines, product, command.quantity);
      break;
    case "remove":
      answer = await session.call("removeCartLine", { path: { ...path, productId } }, as);
      expected = afterRemoving(lines, product);
      break;
    case "clear":
      answer = await session.call("clearCart", { path }, as);
      expected = lines ? { status: 200, lines: [] } : notFound;
      break;
    case "read":
      answer = await session.call("getCart", { path }, as);
      expected = lines ? { status: 200, lines } : notFound;
      break;
  }
  compare(shelf, answer, command, expected, path.cartId);
  if (cart && expected.status === 200) cart.lines = expected.lines;
}

function compare(shelf: Shelf, answer: FuzzResponse, command: Command, expected: Expected, id: string): void {
  const should = expectedBody(shelf, expected, id);
  const { status, body } = answer as {
    status: number;
    body: { data?: Record<string, unknown>; code?: string };
  };
  const seen =
    status === 200
      ? { status, id: body.data?.id, lines: body.data?.lines, totals: body.data?.totals }
      : { status, code: body.code };
  if (isDeepStrictEqual(seen, should)) return;
  throw new Finding(
    "model",
    `After ${JSON.stringify(command)} the model says\n${JSON.stringify(should)}\nand the server\n${JSON.stringify(seen)}`,
  );
}

function expectedBody({ currency }: Shelf, expected: Expected, id: string): object {
  if (expected.status !== 200) return expected;
  const total = totalOf(expected.lines);
  return {
    status: 200,
    id,
    lines: expected.lines.map(({ product, quantity }) => ({
      productId: product.id,
      quantity,
      name: product.name,
      options: product.options,
      unitPriceInCents: product.priceInCents,
      lineTotalInCents: product.priceInCents * quantity,
      imageUrl: product.imageUrl,
      isActive: product.isSellable,
      // No product of the run is counted.
      isAvailable: product.isSellable,
    })),
    totals: {
      subtotal: total,
      total,
      currency,
      hasUnavailableLines: expected.lines.some(({ product }) => !product.isSellable),
    },
  };
}
