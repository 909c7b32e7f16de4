import type { MailTexts } from "./en.ts";

export const fr: MailTexts = {
  confirmation: {
    subject: (order) => `Votre commande ${order}`,
    title: "Merci pour votre commande",
    paid: "Nous avons bien reçu votre commande et votre paiement.",
    free: "Nous avons bien reçu votre commande. Il n’y avait rien à payer.",
    subscription: "Votre abonnement se renouvelle automatiquement jusqu’à sa résiliation.",
  },
  pending: {
    subject: (order) => `Votre commande ${order} : paiement en attente`,
    title: "Merci pour votre commande",
    text: (amount, order) =>
      `Nous avons bien reçu votre commande ${order}. ${amount} seront prélevés sur votre compte bancaire.`,
    next: "Cela peut prendre quelques jours. Nous vous écrirons dès que le paiement sera arrivé.",
  },
  failed: {
    subject: (order) => `Le paiement de votre commande ${order} a échoué`,
    title: "Votre paiement a échoué",
    text: (amount, order) =>
      `${amount} pour votre commande ${order} n’ont pas pu être prélevés sur votre compte bancaire.`,
    next: "Vous ne devez rien pour cette commande, et elle ne sera pas livrée. Vous pouvez commander de nouveau à tout moment.",
  },
  address: {
    subject: (order) => `L’adresse de votre commande ${order} a été modifiée`,
    title: "Nous avons corrigé votre adresse",
    text: (order) => `Nous enverrons votre commande ${order} à l’adresse ci-dessous.`,
  },
  renewal: {
    subject: "Votre abonnement a été renouvelé",
    title: "Votre abonnement continue",
    text: (amount, order) => `Nous avons reçu ${amount} pour votre abonnement (commande ${order}).`,
  },
  renewalFailed: {
    subject: "Le paiement de votre abonnement a échoué",
    title: "Votre paiement a échoué",
    text: (order) => `Nous n’avons pas pu prélever le paiement de votre abonnement (commande ${order}).`,
    next: "Nous réessaierons dans les prochains jours. Vérifiez que votre moyen de paiement est toujours valable.",
  },
  ending: {
    subject: (date) => `Votre abonnement se termine le ${date}`,
    title: "Votre abonnement va se terminer",
    text: (date, order) => `Votre abonnement (commande ${order}) se termine le ${date}.`,
    next: "Vous pouvez l’utiliser jusque-là. Plus rien ne sera prélevé.",
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
