import { setTimeout as pause } from "node:timers/promises";
import { giveFile } from "../../../helpers/product-files.ts";
import { buy } from "../../../helpers/shopping.ts";
import { interlacedPng, picture } from "../../../merchants/images/pictures.ts";
import { openRaw, statusOf } from "./raw-client.ts";
import type { TwoShops } from "./two-shops.ts";
import { addProductWith, importList, largeList } from "./upload.ts";

type Statuses = (number | string)[];

/** Prepares what a store may do with its keys and its people, and returns what starts it. */
type Attack = (shops: TwoShops) => Promise<() => Promise<Statuses>>;

/** What a store has at most, but two. */
const keyCount = 18;

export const attacks: Record<string, Attack> = {
  "bodies with 60,000 names on 40 connections": async ({ server, hostile, database }) => {
    const keys = await keysOf({ hostile, database });
    const metadata = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, ""]));
    const body = Buffer.from(JSON.stringify({ cartId: "cart_1", metadata }));
    const send = async (n: number) => {
      const headers = { Authorization: `Bearer ${keys[n % keyCount]}`, "Content-Type": "application/json" };
      const sent = fetch(`${server.url}/v1/checkout/session`, { method: "POST", headers, body });
      return sent.then(
        async (response) => (await response.arrayBuffer()) && response.status,
        () => "closed",
      );
    };
    return () => onConnections(40, 1, send);
  },
  "six images at once": async ({ hostile, personOf }) => {
    const owner = await personOf(hostile, "hostile-owner");
    const image = new Uint8Array(await picture(6000, 5000).jpeg().toBuffer());
    return () => onConnections(6, 1, async (n) => (await addProductWith(owner, `Wave ${n}`, image)).status);
  },
  "a burst of 522 checkouts": async ({ hostile, database, askWith, stripe }) => {
    const asks = (await keysOf({ hostile, database })).map(askWith);
    const cartIds: string[] = [];
    await onConnections(18, 29, async (n) => {
      const ask = asks[n % keyCount] ?? askWith("");
      const cartId = (await ask("POST", "/v1/cart")).body.data.id;
      cartIds.push(cartId);
      return (await ask("POST", `/v1/cart/${cartId}/lines`, lineOf(hostile))).status;
    });
    stripe.delayAnswers(200);
    return () =>
      onConnections(cartIds.length, 1, async (n) => {
        const ask = asks[n % keyCount] ?? askWith("");
        return (await ask("POST", "/v1/checkout/session", { cartId: cartIds[n] })).status;
      });
  },
  "sixty sign-ins at once": async ({ visitor }) => {
    const at = visitor();
    const { text } = await at.get("/dashboard/sign-in");
    const [, formToken = ""] = /name="form_token" value="([^"]+)"/.exec(text) ?? [];
    return () =>
      onConnections(60, 2, async (n) => {
        const fields = { form_token: formToken, email: `person-${n}@example.com`, password: "a long guess" };
        // Addresses of one subscriber.
        const headers = { "x-forwarded-for": `2001:db8:0:${n.toString(16)}::1` };
        return (await at.post("/dashboard/sign-in", fields, headers)).status;
      });
  },
  "sixty downloads that aren't read": async ({ hostile, database, server, files }) => {
    await giveFile({ services: { files } }, hostile, "font", {
      ...{ name: "font.otf", content: Buffer.alloc(20 * 1024 ** 2, "x") },
    });
    const order = await buy(hostile, { font: 1 });
    const line = { storeId: hostile.store.id, orderId: order.id, productId: hostile.products.font ?? "" };
    const port = Number(new URL(server.url).port);
    return () =>
      onConnections(60, 1, async () => {
        const { token } = await database.downloads.createLink(line);
        const client = openRaw(port);
        client.socket.write(`GET /downloads/${token} HTTP/1.1\r\nHost: x\r\n\r\n`);
        client.socket.once("data", () => client.socket.pause());
        await Promise.race([client.closed, pause(15_000)]);
        client.socket.destroy();
        return statusOf(client);
      });
  },
  "two large imports and two images that need 240 MB": async ({ hostile, personOf }) => {
    const owner = await personOf(hostile, "hostile-owner");
    const [image, list] = [new Uint8Array(await interlacedPng(5400, 5500)), largeList()];
    return () =>
      onConnections(4, 1, async (n) => {
        const sent = n % 2 === 0 ? addProductWith(owner, `Wave ${n}`, image) : importList(owner, list);
        return (await sent).status;
      });
  },
};

function lineOf({ products }: TwoShops["hostile"]) {
  return { productId: products.font, quantity: 1 };
}

async function keysOf({ hostile, database }: Pick<TwoShops, "hostile" | "database">): Promise<string[]> {
  const made = Array.from({ length: keyCount }, (_, n) =>
    database.keys.create({ storeId: hostile.store.id, label: `till ${n}` }),
  );
  return (await Promise.all(made)).map(({ key }) => key);
}

/** Runs a request `times` on each of several connections. */
async function onConnections<Status>(
  connections: number,
  times: number,
  send: (n: number) => Promise<Status>,
): Promise<Status[]> {
  const run = async (connection: number) => {
    const statuses: Status[] = [];
    for (let time = 0; time < times; time++) statuses.push(await send(time * connections + connection));
    return statuses;
  };
  return (await Promise.all(Array.from({ length: connections }, (_, n) => run(n)))).flat();
}
