import type { Invitation } from "../../database/queries/people/invitations.ts";
import type { Letter } from "./letter.ts";

interface LinkLetter {
  subject: string;
  letter: Letter;
}

/** In English, like the dashboard. @param inviter the email address of the sender; undefined for the operator */
export function invitationLetter(
  { role, expiresAt }: Pick<Invitation, "role" | "expiresAt">,
  url: string,
  { storeName, inviter }: { storeName: string; inviter: string | undefined },
): LinkLetter {
  const who = inviter === undefined ? "You are invited" : `${inviter} invites you`;
  const as = role === null ? "" : `, as ${roles[role]}`;
  const letter = {
    ...{ language: "en", senderName: storeName, title: `Join ${storeName}`, links: [], facts: [] },
    paragraphs: [`${who} to manage ${storeName} in its dashboard${as}.`],
    link: { label: "Accept the invitation", url },
    closing: `${validity(expiresAt)} If you don’t expect this invitation, ignore this email.`,
  };
  return { subject: `Invitation to ${storeName}`, letter };
}

/** In English, like the dashboard. */
export function signUpLetter({ expiresAt }: Pick<Invitation, "expiresAt">, url: string): LinkLetter {
  const title = "Create your store";
  const letter = {
    ...{ language: "en", senderName: null, title, links: [], facts: [] },
    paragraphs: ["Confirm your address to create a store."],
    link: { label: "Confirm the address", url },
    closing: `${validity(expiresAt)} If you didn’t ask for it, ignore this email: nothing happens.`,
  };
  return { subject: title, letter };
}

/** In English, like the dashboard. */
export function passwordLetter(
  { email, expiresAt }: Pick<Invitation, "email" | "expiresAt">,
  url: string,
): LinkLetter {
  const title = "Choose a new password";
  const letter = {
    ...{ language: "en", senderName: null, title, links: [], facts: [] },
    paragraphs: [
      `A new password was requested for the dashboard account ${email}.`,
      "It replaces your old password and your passkeys, and ends your sessions.",
    ],
    link: { label: title, url },
    closing: `${validity(expiresAt)} If you didn’t ask for it, ignore this email: nothing changes.`,
  };
  return { subject: title, letter };
}

const roles = { owner: "an owner", staff: "staff", read_only: "a reader" };

function validity(expiresAt: number): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `The link works once, until ${format.format(expiresAt)} UTC.`;
}
