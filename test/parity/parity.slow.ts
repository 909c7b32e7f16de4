import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AnyHandler, ApiError, memoryLimiter } from "@counterpart/server";
import { sendJson } from "@counterpart/server/http";
import { type ApiDocument, type Difference, differences, type Mock, startMock } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { boundless, startApp } from "../../toolkit/test/helpers/small-app.ts";
import { documentFile } from "../helpers/document.ts";
import { giveFile } from "../helpers/product-files.ts";
import { cartWith, newCart, orderOf, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { blankProduct, startWorld } from "../helpers/world.ts";
import { type Answer, ask } from "./ask.ts";
import { caster, type Values } from "./cast.ts";
import { comparer } from "./compare.ts";
import { openLedger } from "./ledger.ts";
import { type ParityRequest, requestsOf } from "./request-list.ts";

const ledger = openLedger(differences satisfies Record<string, Difference>);

interface Pair {
  document: ApiDocument;
  mock: Mock;
  server: { url: string };
  /** The credential that the server gets instead of `any`. */
  token: string;
  values?: Values;
  afterEach?: (answer: Answer) => void;
}

/** Sends the request to both, and expects only known differences. */
function asker({ document, mock, server, token, values = {}, afterEach = () => {} }: Pair) {
  const compare = comparer(document);
  const cast = caster(document, values);
  return async (request: ParityRequest): Promise<void> => {
    const { headers, ...rest } = await cast(request);
    const Authorization = headers.Authorization?.replace("Bearer any", `Bearer ${token}`);
    const question = {
      ...rest,
      headers: { ...headers, "X-Request-Id": "parity", ...(Authorization && { Authorization }) },
    };
    const answers = await Promise.all([ask(mock.url, question), ask(server.url, question)]);
    afterEach(answers[1]);
    expect(ledger.unexplained(request, compare(question, ...answers))).toEqual([]);
  };
}

/** A store with everything that the document's examples show. */
const everything = {
  description: "By the sea.",
  createsInvoices: true,
  logoUrl: "https://shop.example/logo.png",
  templateKey: "gallery",
  templateTexts: { hero: { heading: "Printed by hand." } },
};

const world = await startWorld();
const mock = await startMock({ document: documentFile, port: 0 });
afterAll(() => Promise.all([mock.close(), world.close()]));

describe("the shop", async () => {
  const merchant = await world.merchant(everything);
  const { memberSessions } = world.services.database;
  const member = { memberId: "ines", memberSessionId: "session-of-ines" };
  await memberSessions.register({ storeId: merchant.store.id, ...member, expiresInSeconds: 3600 });
  const subscribing = await cartWith(merchant, { monthly: 1 });
  const subscribed = await pay(await paymentPage(merchant, subscribing, member.memberSessionId));
  await readSession(merchant, subscribed);
  const { subscriptionId } = await orderOf(merchant, subscribed);

  // Objects that a success may have changed aren't reused.
  let product: string | undefined;
  const freshProduct = async () => {
    const calendar = {
      ...blankProduct,
      name: "Tide calendar",
      priceInCents: 2400,
      type: "physical" as const,
      stock: 48,
    };
    if (product !== undefined) return product;
    product = (await world.services.database.managedProducts.create(merchant.store.id, calendar))._id;
    const file = { name: "tides.pdf", content: "tides" };
    await giveFile(world, { ...merchant, products: { fresh: product } }, "fresh", file);
    return product;
  };
  let cart: string | undefined;
  const freshCart = async () => {
    cart ??= await cartWith({ ...merchant, products: { fresh: await freshProduct() } }, { fresh: 1 });
    return cart;
  };
  const sessionId = await pay(await paymentPage(merchant, await freshCart()));
  await readSession(merchant, sessionId);
  cart = undefined;
  let order: string | undefined = (await orderOf(merchant, sessionId)).id;
  const freshOrder = async () => {
    if (order !== undefined) return order;
    const cartId = await cartWith({ ...merchant, products: { fresh: await freshProduct() } }, { fresh: 1 });
    const paid = await pay(await paymentPage(merchant, cartId));
    await readSession(merchant, paid);
    order = (await orderOf(merchant, paid)).id;
    return order;
  };

  let returned: string | undefined;
  const freshReturn = async () => {
    if (returned !== undefined) return returned;
    const address = { storeId: merchant.store.id, orderId: await freshOrder() };
    const lines = [{ productId: await freshProduct(), quantity: 1 }];
    const added = await world.services.database.orderReturns.add(address, { lines, reason: null });
    returned = added?.returns.at(-1)?.id ?? "";
    return returned;
  };

  let slugs = 0;

  const askBoth = asker({
    document: world.document,
    mock,
    server: world,
    token: merchant.key,
    values: {
      productId: freshProduct,
      slug: () => `tide-calendar-${slugs++}`,
      cartId: freshCart,
      sessionId: () => sessionId,
      memberSessionId: () => member.memberSessionId,
      orderId: freshOrder,
      returnId: freshReturn,
      subscriptionId: () => subscriptionId ?? "",
    },
    afterEach: ({ status }) => {
      if (status < 300) [cart, order, product, returned] = [undefined, undefined, undefined, undefined];
    },
  });
  test.each(requestsOf(world.document))("$title", askBoth);

  const checkout = (cartId: string): ParityRequest => ({
    title: "",
    method: "POST",
    path: "/v1/checkout/session",
    headers: { "Content-Type": "application/json", Authorization: "Bearer any" },
    body: JSON.stringify({ cartId }),
  });

  test("checkout of an empty cart", async () => {
    await askBoth({ ...checkout(await newCart(merchant)), differsBy: "noState" });
  });
});

/** Another domain, for differences that the shop's document can't show. */
describe("another document", async () => {
  const raw = notesDocument();
  const note = { text: "Low water at noon.", stars: 3, writtenAt: "2026-01-15T10:00:00Z" };
  raw.components.schemas.Note.example = note;
  raw.components.schemas.Tree = {
    type: "object",
    required: ["name", "branches"],
    properties: {
      name: { type: "string" },
      branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
  };
  const { responses } = raw.paths["/notes/first"].get;
  const tree = structuredClone(responses);
  tree["200"].content["application/json"].schema = { $ref: "#/components/schemas/Tree" };
  raw.paths["/tree"] = { get: { operationId: "readTree", responses: tree } };
  raw.paths["/tagged"] = {
    put: {
      operationId: "replaceTagged",
      parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
      responses: { ...structuredClone(responses), "412": structuredClone(responses["401"]) },
    },
  };

  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-test-"));
  const file = path.join(folder, "notes.json");
  await writeFile(file, JSON.stringify(raw));
  const notesMock = await startMock({ document: file, port: 0 });
  const counting = memoryLimiter();
  const answering =
    (status: number, body?: unknown, more: object = {}): AnyHandler =>
    async () => ({ status, ...(body !== undefined && { body }), ...more });
  const app = await startApp({
    raw,
    handlers: {
      listNotes: answering(200, [note]),
      writeNote: answering(201, note, { headers: { Location: "/notes/1" } }),
      readNote: answering(200, note),
      burnNote: answering(204),
      readFirst: answering(200, note),
      copyNote: answering(200, note),
      readPage: answering(200, "Low water."),
      readPicture: answering(200, "<svg/>"),
      replaceTagged: async ({ ifMatch }) => {
        if (ifMatch?.(note) !== false) return { status: 200, body: note };
        throw new ApiError("CONFLICT", "The note has changed.", { status: 412 });
      },
      readTree: answering(200, { name: "oak", branches: [{ name: "bough", branches: [] }] }),
    },
    limiter: {
      count: (bucket, limit) => (bucket.endsWith(":other") ? counting : boundless).count(bucket, limit),
    },
    pages: [{ method: "GET", path: "/healthz", handler: (_req, res) => sendJson(res, { status: "ok" }) }],
  });
  afterAll(async () => {
    await Promise.all([notesMock.close(), app.close()]);
    await rm(folder, { recursive: true });
  });
  const { document } = app;
  const askBoth = asker({ document, mock: notesMock, server: app, token: "good" });

  const isApart = ({ path }: ParityRequest) => /^\/(tree|tagged)/.test(path);
  test.each(requestsOf(document).filter((request) => !isApart(request)))("$title", askBoth);

  const replacing = (title: string, headers: Record<string, string>): ParityRequest => ({
    title,
    method: "PUT",
    path: "/tagged",
    headers: { Authorization: "Bearer any", ...headers },
  });
  test.each<ParityRequest>([
    replacing("a change of whatever is there", {}),
    replacing("a change of anything that is there", { "If-Match": "*" }),
    { ...replacing("a change of a stale copy", { "If-Match": '"stale"' }), differsBy: "anyTag" },
  ])("$title", askBoth);

  test("412 from the mock if it is preferred", async () => {
    const { status } = await ask(notesMock.url, replacing("", { "If-Match": '"stale"', Prefer: "code=412" }));
    expect(status).toBe(412);
  });

  const reading = (token: string, path = "/notes/first"): ParityRequest => ({
    title: "",
    method: "GET",
    path,
    headers: { Authorization: `Bearer ${token}` },
  });

  test("a recursive response", async () => {
    await askBoth(reading("good", "/tree"));
  });

  test("a credential without permission", async () => {
    await askBoth({ ...reading("poor"), differsBy: "anyCredential" });
  });

  test("a credential whose limit is used up", async () => {
    for (let n = 0; n < (document.rateLimits.global?.limit ?? 0); n++) await askBoth(reading("other"));
    await askBoth({ ...reading("other"), differsBy: "noCounting" });
  });

  test.each(["/", "/healthz"])("a page of one of them at %s", async (path) => {
    await askBoth({ title: "", method: "GET", path, headers: {}, differsBy: "ownPages" });
  });
});

test("every known difference still occurs", () => {
  expect(ledger.stale()).toEqual([]);
});
