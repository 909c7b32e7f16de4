/** From whom mails come. */
export interface MailSender {
  /** The email address that mails come from. */
  address: string;
  /** Without a trailing slash. Its host is part of Message-IDs. */
  publicUrl: string;
}
