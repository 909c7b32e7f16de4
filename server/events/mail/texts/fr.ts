import type { MailTexts } from "./mail-texts.ts";

export const fr: MailTexts = {
  confirmation: {
    subject: (order) => `Votre commande ${order}`,
    title: "Merci pour votre commande",
    paid: "Nous avons bien reçu votre commande et votre paiement.",
    free: "Nous avons bien reçu votre commande. Il n’y avait rien à payer.",
    subscription: "Votre abonnement se renouvelle automatiquement jusqu’à sa résiliation.",
  },
  shipping: {
    subject: (order) => `Votre commande ${order} a été expédiée`,
    title: "Votre commande est en route",
    text: (order) => `Nous avons expédié votre commande ${order}.`,
    rest: "Le reste suivra dans un autre colis.",
    track: "Suivre le colis",
  },
  refund: {
    subject: (order) => `Remboursement de votre commande ${order}`,
    title: "Votre remboursement",
    text: (amount, order) => `Nous vous avons remboursé ${amount} pour votre commande ${order}.`,
    delay:
      "Le montant est reversé sur votre moyen de paiement. Il peut apparaître sur votre compte après quelques jours.",
  },
  downloads: {
    heading: "Vos téléchargements",
    until: (time) => `Disponible jusqu’au ${time}.`,
  },
  invoice: {
    heading: "Votre facture",
    open: "Voir la facture",
    until: (time) => `Le lien fonctionne jusqu’au ${time}.`,
  },
  order: "Commande",
  product: "Article",
  quantity: "Quantité",
  amount: "Montant",
  parts: {
    Subtotal: "Sous-total",
    Discount: "Remise",
    Shipping: "Livraison",
    Tax: "Taxes",
    "Includes tax": "Taxes incluses",
  },
  total: "Total",
  shipTo: "Adresse de livraison",
  carrier: "Transporteur",
  trackingNumber: "Numéro de suivi",
  reply: "Pour toute question, répondez à cet e-mail.",
};
