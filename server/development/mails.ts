import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { contextOf } from "@counterpart/server";
import type { Page } from "@counterpart/server/express";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import type { DevelopmentMail, DevelopmentMails } from "../dashboard/route.ts";
import type { SendMessage } from "../events/mail/transport.ts";
import type { MailSender } from "../events/mail/write-mail.ts";

/** Where the dashboard's page finds a mail's HTML, which has inline styles that the dashboard itself forbids. */
const htmlPath = "/demo/mails/";
const idForm = /^mail_[0-9a-z]{26}$/;

/** Sends no mail, but writes each to a file that mail programs open. A repeated mail replaces its file. */
export function mailFiles(folder: string, publicUrl: string) {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const fileOf = (id: string) => path.join(folder, `${id}.eml`);

  const send: SendMessage = async (message) => {
    const { message: eml } = await compose.sendMail(message);
    await mkdir(folder, { recursive: true });
    await writeFile(fileOf(/^<(.*)@/.exec(message.messageId)?.[1] ?? ""), eml);
  };

  async function find(id: string): Promise<DevelopmentMail | undefined> {
    if (!idForm.test(id)) return undefined;
    const eml = await readFile(fileOf(id)).catch(() => undefined);
    if (!eml) return undefined;
    const { from, to = [], subject = "", date = "", text = "", html = "" } = await PostalMime.parse(eml);
    return {
      id,
      from: from?.name || from?.address || "",
      to: to.map(({ address }) => address).join(", "),
      subject,
      sentAt: Date.parse(date),
      text,
      html,
      file: fileOf(id),
      htmlUrl: `${publicUrl}${htmlPath}${id}`,
    };
  }

  async function list(): Promise<DevelopmentMail[]> {
    const names = await readdir(folder).catch(() => []);
    const all = await Promise.all(names.map((name) => find(name.replace(/\.eml$/, ""))));
    return all.filter((mail) => mail !== undefined).sort((a, b) => b.sentAt - a.sentAt);
  }

  const sender: MailSender = { address: "mail@counterpart.example", publicUrl };
  const mails: DevelopmentMails = { folder, list, find };
  return { sender, send, mails };
}

/** A mail's HTML as mail programs show it. */
export function mailPage({ find }: Pick<DevelopmentMails, "find">): Page {
  return {
    method: "GET",
    path: `${htmlPath}{mailId}`,
    handler: async (_req, res) => {
      const mail = await find(contextOf(res).pathParams.mailId ?? "");
      res.set({
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
      });
      res
        .status(mail ? 200 : 404)
        .type(mail ? "html" : "text")
        .send(mail?.html ?? "There is no such email.");
    },
  };
}
