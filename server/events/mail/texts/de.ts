import type { MailTexts } from "./en.ts";

export const de: MailTexts = {
  confirmation: {
    subject: (order) => `Ihre Bestellung ${order}`,
    title: "Vielen Dank für Ihre Bestellung",
    paid: "Wir haben Ihre Bestellung und Ihre Zahlung erhalten.",
    free: "Wir haben Ihre Bestellung erhalten. Es war nichts zu bezahlen.",
    subscription: "Ihr Abonnement verlängert sich automatisch, bis Sie es kündigen.",
  },
  pending: {
    subject: (order) => `Ihre Bestellung ${order}: Zahlung ausstehend`,
    title: "Vielen Dank für Ihre Bestellung",
    text: (amount, order) =>
      `Wir haben Ihre Bestellung ${order} erhalten. ${amount} werden von Ihrem Bankkonto eingezogen.`,
    next: "Das kann einige Tage dauern. Sobald die Zahlung eingegangen ist, schreiben wir Ihnen.",
  },
  failed: {
    subject: (order) => `Die Zahlung Ihrer Bestellung ${order} ist fehlgeschlagen`,
    title: "Ihre Zahlung ist fehlgeschlagen",
    text: (amount, order) =>
      `${amount} für Ihre Bestellung ${order} konnten nicht von Ihrem Bankkonto eingezogen werden.`,
    next: "Sie schulden für diese Bestellung nichts, und sie wird nicht geliefert. Sie können jederzeit neu bestellen.",
  },
  address: {
    subject: (order) => `Die Adresse Ihrer Bestellung ${order} wurde geändert`,
    title: "Wir haben Ihre Adresse berichtigt",
    text: (order) => `Wir senden Ihre Bestellung ${order} an die folgende Adresse.`,
  },
  renewal: {
    subject: "Ihr Abonnement wurde verlängert",
    title: "Ihr Abonnement läuft weiter",
    text: (amount, order) => `Wir haben ${amount} für Ihr Abonnement (Bestellung ${order}) erhalten.`,
  },
  renewalFailed: {
    subject: "Die Zahlung Ihres Abonnements ist fehlgeschlagen",
    title: "Ihre Zahlung ist fehlgeschlagen",
    text: (order) => `Wir konnten den Betrag für Ihr Abonnement (Bestellung ${order}) nicht einziehen.`,
    next: "Wir versuchen es in den nächsten Tagen noch einmal. Bitte prüfen Sie, ob Ihr Zahlungsmittel noch gültig ist.",
  },
  ending: {
    subject: (date) => `Ihr Abonnement endet am ${date}`,
    title: "Ihr Abonnement endet",
    text: (date, order) => `Ihr Abonnement (Bestellung ${order}) endet am ${date}.`,
    next: "Bis dahin können Sie es nutzen. Es wird nichts mehr eingezogen.",
  },
  shipping: {
    subject: (order) => `Ihre Bestellung ${order} wurde versandt`,
    title: "Ihre Bestellung ist unterwegs",
    text: (order) => `Wir haben Ihre Bestellung ${order} versandt.`,
    rest: "Der Rest folgt in einem weiteren Paket.",
    track: "Sendung verfolgen",
  },
  refund: {
    subject: (order) => `Erstattung für Ihre Bestellung ${order}`,
    title: "Ihre Erstattung",
    text: (amount, order) => `Wir haben Ihnen ${amount} für Ihre Bestellung ${order} erstattet.`,
    delay:
      "Der Betrag geht auf Ihr Zahlungsmittel zurück. Bis Ihre Bank ihn anzeigt, können einige Tage vergehen.",
  },
  downloads: {
    heading: "Ihre Downloads",
    until: (time) => `Verfügbar bis ${time}.`,
  },
  invoice: {
    heading: "Ihre Rechnung",
    open: "Rechnung ansehen",
    until: (time) => `Der Link funktioniert bis ${time}.`,
  },
  order: "Bestellung",
  product: "Artikel",
  quantity: "Menge",
  amount: "Betrag",
  parts: {
    Subtotal: "Zwischensumme",
    Discount: "Rabatt",
    Shipping: "Versand",
    Tax: "Steuern",
    "Includes tax": "Enthaltene Steuern",
  },
  total: "Gesamtbetrag",
  shipTo: "Lieferadresse",
  carrier: "Versanddienst",
  trackingNumber: "Sendungsnummer",
  reply: "Wenn Sie Fragen haben, antworten Sie auf diese E-Mail.",
};
