import type { QueuedMail } from "../../database/queries/mails/mails.ts";
import type { MailSender } from "./mail-sender.ts";
import type { Message } from "./transport.ts";
import type { WrittenMail } from "./write-mail.ts";

/**
 * Composes the message of a mail. Its Message-ID and date depend on the mail alone, so a repeated message is recognised
 * as the same one.
 */
export function composeMessage(
  { id, createdAt }: Pick<QueuedMail, "id" | "createdAt">,
  { to, senderName, replyTo, subject, text, html }: WrittenMail,
  { address, publicUrl }: MailSender,
): Message {
  const name = senderName ?? "";
  return {
    from: { name, address },
    to: { name: "", address: to },
    ...(replyTo !== null && { replyTo: { name, address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: new Date(createdAt),
    // No out-of-office replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
