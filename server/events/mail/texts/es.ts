import type { MailTexts } from "./mail-texts.ts";

export const es: MailTexts = {
  confirmation: {
    subject: (order) => `Su pedido ${order}`,
    title: "Gracias por su pedido",
    paid: "Hemos recibido su pedido y su pago.",
    free: "Hemos recibido su pedido. No había nada que pagar.",
    subscription: "Su suscripción se renueva automáticamente hasta que la cancele.",
  },
  shipping: {
    subject: (order) => `Su pedido ${order} ha sido enviado`,
    title: "Su pedido está en camino",
    text: (order) => `Hemos enviado su pedido ${order}.`,
    rest: "El resto llegará en otro paquete.",
    track: "Seguir el envío",
  },
  refund: {
    subject: (order) => `Reembolso de su pedido ${order}`,
    title: "Su reembolso",
    text: (amount, order) => `Le hemos reembolsado ${amount} de su pedido ${order}.`,
    delay: "El importe vuelve al medio de pago que utilizó. Su banco puede tardar unos días en mostrarlo.",
  },
  downloads: {
    heading: "Sus descargas",
    until: (time) => `Disponible hasta el ${time}.`,
  },
  invoice: {
    heading: "Su factura",
    open: "Ver la factura",
    until: (time) => `El enlace funciona hasta el ${time}.`,
  },
  order: "Pedido",
  product: "Artículo",
  quantity: "Cantidad",
  amount: "Importe",
  parts: {
    Subtotal: "Subtotal",
    Discount: "Descuento",
    Shipping: "Envío",
    Tax: "Impuestos",
    "Includes tax": "Impuestos incluidos",
  },
  total: "Total",
  shipTo: "Dirección de envío",
  carrier: "Transportista",
  trackingNumber: "Número de seguimiento",
  reply: "Si tiene alguna pregunta, responda a este correo.",
};
