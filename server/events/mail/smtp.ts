import { createTransport } from "nodemailer";
import type { SmtpSettings } from "../../domain/mails/smtp-url.ts";
import { SendFailure, type SendMessage } from "./transport.ts";

/**
 * Sends each message over its own connection. When the time is over, the connection is closed: the outcome is unknown
 * then, but the message can't arrive any later.
 */
export function smtpSender(server: SmtpSettings, { timeoutMs }: { timeoutMs: number }): SendMessage {
  const transport = transportTo(server, timeoutMs);
  return async (message) => {
    const limits = { disableFileAccess: true, disableUrlAccess: true };
    try {
      await transport.sendMail({ ...message, ...limits, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** Connects and signs in, and sends nothing. Rejects with a `SendFailure`. */
export async function trySmtp(server: SmtpSettings, { timeoutMs }: { timeoutMs: number }): Promise<void> {
  try {
    await transportTo(server, timeoutMs).verify();
  } catch (error) {
    throw failureOf(error);
  }
}

function transportTo({ host, port, isSecure, credentials }: SmtpSettings, timeoutMs: number) {
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: credentials !== undefined,
    ...(credentials && { auth: credentials }),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

interface SmtpError {
  code?: string;
  /** Of the mail server. */
  responseCode?: number;
  response?: string;
}

function failureOf(error: unknown): SendFailure {
  const { code = "no response", responseCode, response = "" } = error as SmtpError;
  // RFC 3463: 5.1.x means that the address is wrong. Other refusals, such as of our credentials, may be temporary.
  const isPermanent = code === "EENVELOPE" && /^5\d\d[ -]5\.1\.[1236]\b/.test(response);
  return new SendFailure(responseCode === undefined ? code : `${code} ${responseCode}`, { isPermanent });
}
