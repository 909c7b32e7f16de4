import type { MailTexts } from "./mail-texts.ts";

export const de: MailTexts = {
  confirmation: {
    subject: (order) => `Ihre Bestellung ${order}`,
    title: "Vielen Dank für Ihre Bestellung",
    paid: "Wir haben Ihre Bestellung und Ihre Zahlung erhalten.",
    free: "Wir haben Ihre Bestellung erhalten. Es war nichts zu bezahlen.",
    subscription: "Ihr Abonnement verlängert sich automatisch, bis Sie es kündigen.",
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
