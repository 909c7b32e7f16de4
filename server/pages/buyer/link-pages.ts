import { addressOf, type Limiter } from "@counterpart/server";
import type { Request, Response } from "express";
import { html } from "hono/html";
import type { MailLocale } from "../../domain/mails/mail-locale.ts";
import { sendPage } from "./layout.ts";

type Situation = "downloadGone" | "invoiceGone" | "noInvoice" | "tooMany" | "busy";

const statuses: Record<Situation, number> = {
  downloadGone: 410,
  invoiceGone: 410,
  noInvoice: 404,
  tooMany: 429,
  busy: 500,
};

const texts: Record<MailLocale, Record<Situation, { title: string; text: string }>> = {
  en: {
    downloadGone: {
      title: "This download link doesn’t work",
      text: "It has expired or is incomplete, or the order was refunded. Get a new link where you found this one, or contact the shop.",
    },
    invoiceGone: {
      title: "This invoice link doesn’t work",
      text: "It has expired or is incomplete. Contact the shop for a new one.",
    },
    noInvoice: {
      title: "There is no invoice yet",
      text: "If you have just paid, reload this page in a minute. Otherwise, contact the shop.",
    },
    tooMany: {
      title: "One moment, please",
      text: "There were too many requests. Reload this page in a minute.",
    },
    busy: {
      title: "One moment, please",
      text: "This can’t be opened right now. Reload this page in a minute.",
    },
  },
  de: {
    downloadGone: {
      title: "Dieser Download-Link funktioniert nicht",
      text: "Er ist abgelaufen oder unvollständig, oder die Bestellung wurde erstattet. Holen Sie sich einen neuen Link, wo Sie diesen gefunden haben, oder wenden Sie sich an den Shop.",
    },
    invoiceGone: {
      title: "Dieser Link zur Rechnung funktioniert nicht",
      text: "Er ist abgelaufen oder unvollständig. Wenden Sie sich an den Shop, um einen neuen zu bekommen.",
    },
    noInvoice: {
      title: "Es gibt noch keine Rechnung",
      text: "Wenn Sie gerade bezahlt haben, laden Sie diese Seite in einer Minute neu. Wenden Sie sich sonst an den Shop.",
    },
    tooMany: {
      title: "Einen Moment, bitte",
      text: "Das waren zu viele Anfragen. Laden Sie diese Seite in einer Minute neu.",
    },
    busy: {
      title: "Einen Moment, bitte",
      text: "Das lässt sich gerade nicht öffnen. Laden Sie diese Seite in einer Minute neu.",
    },
  },
  fr: {
    downloadGone: {
      title: "Ce lien de téléchargement ne fonctionne pas",
      text: "Il a expiré ou est incomplet, ou la commande a été remboursée. Demandez un nouveau lien là où vous avez trouvé celui-ci, ou contactez la boutique.",
    },
    invoiceGone: {
      title: "Ce lien vers la facture ne fonctionne pas",
      text: "Il a expiré ou est incomplet. Contactez la boutique pour en obtenir un nouveau.",
    },
    noInvoice: {
      title: "Il n’y a pas encore de facture",
      text: "Si vous venez de payer, rechargez cette page dans une minute. Sinon, contactez la boutique.",
    },
    tooMany: {
      title: "Un instant, s’il vous plaît",
      text: "Il y a eu trop de demandes. Rechargez cette page dans une minute.",
    },
    busy: {
      title: "Un instant, s’il vous plaît",
      text: "L’ouverture est impossible pour le moment. Rechargez cette page dans une minute.",
    },
  },
  es: {
    downloadGone: {
      title: "Este enlace de descarga no funciona",
      text: "Ha caducado o está incompleto, o el pedido se ha reembolsado. Obtenga un enlace nuevo donde encontró este, o contacte con la tienda.",
    },
    invoiceGone: {
      title: "Este enlace a la factura no funciona",
      text: "Ha caducado o está incompleto. Contacte con la tienda para obtener uno nuevo.",
    },
    noInvoice: {
      title: "Todavía no hay factura",
      text: "Si acaba de pagar, recargue esta página en un minuto. Si no, contacte con la tienda.",
    },
    tooMany: {
      title: "Un momento, por favor",
      text: "Ha habido demasiadas solicitudes. Recargue esta página en un minuto.",
    },
    busy: {
      title: "Un momento, por favor",
      text: "No se puede abrir en este momento. Recargue esta página en un minuto.",
    },
  },
};

/**
 * Says why a link leads nowhere. The language is the browser's unless the order's is known: for an expired link and an unknown
 * one, the page must be the same.
 */
export async function sendLinkPage(
  req: Request,
  res: Response,
  situation: Situation,
  { language = languageOf(req), storeName = null }: { language?: MailLocale; storeName?: string | null } = {},
): Promise<void> {
  const { title, text } = texts[language][situation];
  const content = html`<h1>${title}</h1><p>${text}</p>`;
  await sendPage(res, { title, storeName, content, language }, statuses[situation]);
}

function languageOf(req: Request): MailLocale {
  const accepted = req.acceptsLanguages("en", "de", "fr", "es");
  return accepted === false ? "en" : (accepted as MailLocale);
}

/** Of all links to files and invoices together, per network address. Programs that download in parts send many at once. */
const linkLimit = { limit: 120, windowSeconds: 60 } as const;

/** Counts a request of a link that needs no key. Returns false once it has answered with 429. */
export type CountLinkRequest = (req: Request, res: Response) => Promise<boolean>;

export function createCountLinkRequest(limiter: Limiter, limit = linkLimit): CountLinkRequest {
  return async (req, res) => {
    const { used, resetMs } = await limiter.count(`links:address:${addressOf(req)}`, limit);
    if (used <= limit.limit) return true;
    res.set("Retry-After", String(Math.ceil(resetMs / 1000)));
    await sendLinkPage(req, res, "tooMany");
    return false;
  };
}
