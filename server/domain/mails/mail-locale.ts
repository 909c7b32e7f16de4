/** The languages of mails to buyers. */
export type MailLocale = "en" | "de" | "fr" | "es";

/** The mail's language for a checkout's `locale`, such as `fr-CA`; English for every other one. */
export function mailLocale(locale: string | null): MailLocale {
  const [language] = (locale ?? "").split("-");
  return language === "de" || language === "fr" || language === "es" ? language : "en";
}
