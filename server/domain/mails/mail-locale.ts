/** The languages of emails to buyers. */
export const mailLocales = ["en", "de", "fr", "es"] as const;

export type MailLocale = (typeof mailLocales)[number];

/** The email's language for a checkout's `locale`, such as `fr-CA`; English for every other one. */
export function mailLocale(locale: string | null): MailLocale {
  const [language] = (locale ?? "").split("-");
  return mailLocales.find((known) => known === language) ?? "en";
}
