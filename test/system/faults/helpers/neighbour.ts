import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { hashPassword } from "../../../../server/people/passwords.ts";
import { giveFile } from "../../../helpers/product-files.ts";
import { pay } from "../../../helpers/shopping.ts";
import { picture } from "../../../merchants/images/pictures.ts";
import { openRaw, statusOf } from "./raw-client.ts";
import type { TwoShops } from "./two-shops.ts";
import { addProductWith } from "./upload.ts";

const password = "a long walk by the sea";
const peopleCount = 60;
/** At once. */
const buyers = 3;
/** Between two uploads, and between two sign-ins. */
const pauseMs = 500;

/** How long each request took, in ms, by what it does. */
type Took = Map<string, number[]>;

/** The people and buyers of the good store. Everything that they do has to succeed. */
export async function openNeighbour({ good, ask, database, personOf, visitor, server, files }: TwoShops) {
  const uploader = await personOf(good, "uploader");
  const passwordHash = await hashPassword(password, "127.0.0.1");
  const people = await Promise.all(
    Array.from({ length: peopleCount }, (_, n) => personOf(good, `person-${n}`)),
  );
  for (const { person } of people) await database.people.setPassword(person.id, passwordHash);
  await giveFile({ services: { files } }, good, "font", {
    name: "font.otf",
    content: Buffer.alloc(100_000, "x"),
  });
  const image = new Uint8Array(await picture(1200, 900).jpeg().toBuffer());
  let took: Took = new Map();
  let purchases = 0;
  let uploads = 0;
  let signIns = 0;

  async function timed<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await run();
    const ms = performance.now() - startedAt;
    took.set(what, [...(took.get(what) ?? []), ms]);
    return result;
  }

  async function asked(what: string, method: string, path: string, body?: unknown) {
    const answer = await timed(what, () => ask(method, path, body));
    expect([what, answer.status, answer.body?.error ?? answer.reason]).toEqual([what, 200, undefined]);
    return answer.body.data;
  }

  async function buy(): Promise<void> {
    await asked("browse", "GET", "/v1/products");
    expect(await timed("browse on a new connection", newConnection)).toBe("200");
    await asked("browse", "GET", `/v1/products/${good.products.font}`);
    const { id: cartId } = await asked("cart", "POST", "/v1/cart");
    await asked("cart", "POST", `/v1/cart/${cartId}/lines`, { productId: good.products.font, quantity: 1 });
    const { url } = await asked("checkout", "POST", "/v1/checkout/session", { cartId });
    const sessionId = await pay(url);
    await asked("paid session", "GET", `/v1/checkout/sessions/${sessionId}`);
    const [order] = await asked("order", "GET", `/v1/orders?sessionId=${sessionId}`);
    const line = { storeId: good.store.id, orderId: order.id, productId: good.products.font ?? "" };
    const { token } = await database.downloads.createLink(line);
    const headers = { "x-forwarded-for": `198.51.101.${++purchases % 250}` };
    const bytes = await timed("download", async () => {
      const response = await fetch(`${server.url}/downloads/${token}`, { headers });
      return response.status === 200 && (await response.arrayBuffer()).byteLength;
    });
    expect(bytes).toBe(100_000);
  }

  async function newConnection(): Promise<string> {
    const client = openRaw(Number(new URL(server.url).port));
    const head = `Host: x\r\nAuthorization: Bearer ${good.key}\r\nConnection: close`;
    client.socket.write(`GET /v1/products HTTP/1.1\r\n${head}\r\n\r\n`);
    await client.closed;
    return statusOf(client);
  }

  async function upload(): Promise<void> {
    const name = `Lamp ${++uploads}`;
    const { status, text } = await timed("upload", () => addProductWith(uploader, name, image));
    expect(status, text).toBe(303);
  }

  async function signIn(): Promise<void> {
    const n = signIns++ % peopleCount;
    const at = visitor();
    const { text } = await timed("sign-in page", () => at.get("/dashboard/sign-in"));
    const [, formToken = ""] = /name="form_token" value="([^"]+)"/.exec(text) ?? [];
    const fields = { form_token: formToken, email: people[n]?.person.email ?? "", password };
    const headers = { "x-forwarded-for": `198.51.100.${n}` };
    const { status } = await timed("sign-in", () => at.post("/dashboard/sign-in", fields, headers));
    expect(status).toBe(303);
  }

  return {
    /** Everything once. */
    async round(): Promise<void> {
      await Promise.all([buy(), upload(), signIn()]);
    },
    /** Does everything again and again, while something else happens. */
    async during<Result>(attack: () => Promise<Result>): Promise<{ result: Result; took: Took }> {
      took = new Map();
      let isOver = false;
      const repeat = async (step: () => Promise<void>, pauseMs = 0) => {
        do {
          await step();
          await pause(pauseMs);
        } while (!isOver);
      };
      const buying = Array.from({ length: buyers }, () => repeat(buy));
      const busy = Promise.all([...buying, repeat(upload, pauseMs), repeat(signIn, pauseMs)]);
      // Its failure is reported once the attack is over.
      busy.catch(() => {});
      const result = await attack().finally(() => {
        isOver = true;
      });
      await busy;
      return { result, took };
    },
  };
}
