/** From whom mails come. */
export interface MailSender {
  /** The e-mail address that mails come from. */
  address: string;
  /** Without a trailing slash. Its host is part of Message-IDs. */
  publicUrl: string;
}
