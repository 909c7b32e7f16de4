/** A mail server. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the start (`smtps:`); otherwise STARTTLS if the server offers it. */
  isSecure: boolean;
  /** Never sent unencrypted. */
  credentials?: { user: string; pass: string } | undefined;
}

/** Reads `smtp://user:password@host:587` or `smtps://…`; undefined for other texts. */
export function readSmtpUrl(text: string): SmtpSettings | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return undefined;
  const isSecure = url.protocol === "smtps:";
  const usual = isSecure ? 465 : 587;
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? usual : Number(url.port),
      isSecure,
      ...(url.username !== "" && {
        credentials: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
    };
  } catch {
    return undefined;
  }
}
