interface Mailbox {
  /** Empty for an address without a name. */
  name: string;
  address: string;
}

/** A complete message, as nodemailer takes it. */
export interface Message {
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** `<mail_…@shop.example>` */
  messageId: string;
  date: Date;
  headers: Record<string, string>;
}

/** Delivers a message, or rejects with a `SendFailure`. */
export type SendMessage = (message: Message) => Promise<void>;

/** A message wasn't accepted, or its outcome is unknown. */
export class SendFailure extends Error {
  /** Such as `EENVELOPE 550`. Never the mail server's own text, which may name the recipient. */
  readonly outcome: string;
  /** Whether a retry is pointless, because the address doesn't exist. */
  readonly isPermanent: boolean;

  constructor(outcome: string, { isPermanent }: { isPermanent: boolean }) {
    super(`The email wasn't sent: ${outcome}.`);
    this.outcome = outcome;
    this.isPermanent = isPermanent;
  }
}
