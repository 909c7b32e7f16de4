import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mailFiles } from "../../server/development/mails.ts";
import { composeMessage } from "../../server/events/mail/write-mail.ts";

async function newFiles() {
  const parent = await mkdtemp(path.join(tmpdir(), "counterpart-mails-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  return mailFiles(path.join(parent, "shop.mails"), "http://localhost:3000");
}

const id = (n: number) => `mail_${String(n).padStart(26, "0")}`;
const written = {
  to: "ines@reader.example",
  senderName: "Zoë’s Harbour",
  replyTo: null,
  subject: "Ihre Bestellung #1001 über 97,00 €",
  text: "Vielen Dank für Ihre Bestellung",
  html: "<p>Vielen Dank für Ihre Bestellung</p>",
};

test("mails are files, newest first, and a repeated one replaces its file", async () => {
  const { sender, send, mails } = await newFiles();
  expect(await mails.list()).toEqual([]);
  for (const n of [1, 2, 1]) await send(composeMessage({ id: id(n), createdAt: n * 1000 }, written, sender));
  expect((await readdir(mails.folder)).sort()).toEqual([`${id(1)}.eml`, `${id(2)}.eml`]);
  expect(await mails.list()).toMatchObject([
    {
      id: id(2),
      from: "Zoë’s Harbour",
      to: "ines@reader.example",
      subject: written.subject,
      sentAt: 2000,
      text: expect.stringContaining(written.text),
      html: expect.stringContaining(written.html),
      htmlUrl: `http://localhost:3000/demo/mails/${id(2)}`,
    },
    { id: id(1) },
  ]);
});

test("nothing outside the folder is shown", async () => {
  const { sender, send, mails } = await newFiles();
  await send(composeMessage({ id: id(1), createdAt: 0 }, written, sender));
  expect(await mails.find(id(1))).toBeDefined();
  for (const other of [id(2), `../shop.mails/${id(1)}`, ""]) expect(await mails.find(other)).toBeUndefined();
});
