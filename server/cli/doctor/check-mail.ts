import type { ShopSettings } from "../../settings.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok } = findingsOf("mail");

const timeoutMs = 10_000;

/** Signs in at the mail server, and sends nothing. */
export async function checkMail(mail: NonNullable<ShopSettings["mail"]>): Promise<Finding> {
  const { trySmtp } = await import("../../events/mail/smtp.ts");
  const { SendFailure } = await import("../../events/mail/transport.ts");
  try {
    await trySmtp(mail.server, { timeoutMs });
    const did = mail.server.credentials ? "accepts the user" : "answers";
    return ok(`The mail server ${did}.`);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return failed(
      `The mail server can't be used: ${error.outcome}.`,
      error.outcome.startsWith("EAUTH")
        ? "Check the user and password in SMTP_URL. Percent-encode special characters."
        : "Check host, port and scheme of SMTP_URL, and that the mail server is reachable from here. With a user it must offer TLS.",
    );
  }
}
