import type { MailTexts } from "./en.ts";

export const es: MailTexts = {
  confirmation: {
    subject: (order) => `Su pedido ${order}`,
    title: "Gracias por su pedido",
    paid: "Hemos recibido su pedido y su pago.",
    free: "Hemos recibido su pedido. No había nada que pagar.",
    subscription: "Su suscripción se renueva automáticamente hasta que la cancele.",
  },
  pending: {
    subject: (order) => `Su pedido ${order}: pago pendiente`,
    title: "Gracias por su pedido",
    text: (amount, order) =>
      `Hemos recibido su pedido ${order}. Se cargarán ${amount} en su cuenta bancaria.`,
    next: "Puede tardar unos días. Le escribiremos en cuanto llegue el pago.",
  },
  failed: {
    subject: (order) => `El pago de su pedido ${order} ha fallado`,
    title: "Su pago ha fallado",
    text: (amount, order) => `No se han podido cargar ${amount} de su pedido ${order} en su cuenta bancaria.`,
    next: "No debe nada por este pedido y no se entregará. Puede volver a hacer el pedido cuando quiera.",
  },
  address: {
    subject: (order) => `La dirección de su pedido ${order} ha cambiado`,
    title: "Hemos corregido su dirección",
    text: (order) => `Enviaremos su pedido ${order} a la siguiente dirección.`,
  },
  renewal: {
    subject: "Su suscripción se ha renovado",
    title: "Su suscripción continúa",
    text: (amount, order) => `Hemos recibido ${amount} por su suscripción (pedido ${order}).`,
  },
  renewalFailed: {
    subject: "El pago de su suscripción ha fallado",
    title: "Su pago ha fallado",
    text: (order) => `No hemos podido cobrar el pago de su suscripción (pedido ${order}).`,
    next: "Lo intentaremos de nuevo en los próximos días. Compruebe que su medio de pago sigue siendo válido.",
  },
  ending: {
    subject: (date) => `Su suscripción termina el ${date}`,
    title: "Su suscripción va a terminar",
    text: (date, order) => `Su suscripción (pedido ${order}) termina el ${date}.`,
    next: "Puede usarla hasta entonces. No se cobrará nada más.",
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
