import { afterAll, beforeAll, expect, test } from "vitest";
import { orderMailKinds } from "../../server/domain/mails/mail-kinds.ts";
import { mailLocales } from "../../server/domain/mails/mail-locale.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let owner: Visitor;
let emails: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant({ name: "Harbour & Sons" });
  owner = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
  emails = `/dashboard/stores/${merchant.store.slug}/settings/emails`;
});
afterAll(() => world.close());

test("every email and language has a page with its usual text and a preview", async () => {
  const { text: list } = await owner.get(emails);
  for (const kind of orderMailKinds) {
    for (const language of mailLocales) {
      const page = `${emails}/${kind}/${language}`;
      expect(list).toContain(`href="${page}"`);
      const { status, text } = await owner.get(page);
      expect([status, text.includes("Preview with an example order")]).toEqual([200, true]);
      expect(text).toContain("Harbour &amp; Sons");
    }
  }
  expect((await owner.get(`${emails}/refund/en`)).text).toContain('value="Refund for your order {order}"');
  expect((await owner.get(`${emails}/invitation/en`)).status).toBe(404);
  expect((await owner.get(`${emails}/refund/pt`)).status).toBe(404);
});

test("a text is previewed without being saved, then saved, listed and removed", async () => {
  const page = `${emails}/refund/de`;
  const typed = { subject: "<b>{amount}</b> zurück", body: "Liebe {name},\n\nsiehe {order} bei {store}." };
  const preview = await owner.submit(page, page, { ...typed, do: "preview" });
  expect(preview.status).toBe(200);
  expect(preview.text.replaceAll("\u00a0", " ")).toContain("<dd>&lt;b&gt;50,00 €&lt;/b&gt; zurück</dd>");
  expect(preview.text).toContain("Liebe Ines Duarte,\n\nsiehe #1042 bei Harbour &amp; Sons.");
  expect((await owner.get(emails)).text).not.toContain("Your text");
  expect((await owner.submit(page, page, { ...typed, do: "save" })).location).toBe(emails);
  expect((await owner.get(emails)).text).toContain("Refund in German: your text");
  expect((await owner.get(page)).text).toContain('value="&lt;b&gt;{amount}&lt;/b&gt; zurück"');
  expect((await owner.get(`${emails}/refund/en`)).text).toContain("Refund for your order #1042");
  expect((await owner.submit(page, page, { do: "remove" })).location).toBe(emails);
  expect((await owner.get(emails)).text).not.toContain("Refund in German: your text");
});

test("a placeholder that the email doesn't have is refused at its field", async () => {
  const page = `${emails}/renewal_failed/en`;
  const refused = await owner.submit(page, page, { subject: "Hello", body: "{amount}", do: "save" });
  expect(refused.status).toBe(400);
  expect(/id="body-fault">([^<]*)</.exec(refused.text)?.[1]).toContain("{amount} isn’t a placeholder");
  expect(refused.text).not.toContain("Preview with an example order");
});
