import { type DisputeStatus, isLostDispute } from "./dispute.ts";
import { randomPart } from "./ids.ts";
import type { OrderStatus } from "./order-state.ts";

/** The file that buyers of a digital product download. */
export interface ProductFile {
  /** `file_…` */
  id: string;
  storeId: string;
  productId: string;
  /** As buyers save it: `harbour.pdf`. */
  name: string;
  bytes: number;
}

/** Files are stored in parts, so that no process needs a whole file in memory. */
export const filePartBytes = 1024 * 1024;

/** Whether the merchant has the money of the order, or part of it. */
export function isDownloadable(order: {
  status: OrderStatus;
  disputes: { status: DisputeStatus }[];
}): boolean {
  const { status, disputes } = order;
  return (status === "paid" || status === "partially_refunded") && !disputes.some(isLostDispute);
}

/** Where one of a file's parts is stored. Images have other names, so their pages don't serve it. */
export function filePart({ storeId, id }: Pick<ProductFile, "storeId" | "id">, part: number): string {
  return `${storeId}/${id}-${part}.part`;
}

export function filePartCount({ bytes }: Pick<ProductFile, "bytes">): number {
  return Math.ceil(bytes / filePartBytes);
}

const maxNameLength = 150;

/** A name without folders and characters that file systems refuse; undefined if nothing is left. */
export function fileNameIn(text: string): string | undefined {
  const name = (text.split(/[/\\]/).at(-1) ?? "").replace(/[\p{C}:*?"<>|]/gu, "").trim();
  const dot = name.lastIndexOf(".");
  const end = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : "";
  const start = name.slice(0, name.length - end.length).slice(0, maxNameLength - end.length);
  return /[^.\s]/.test(start) ? start + end : undefined;
}

/** The secret part of an address. The log removes texts with this prefix. */
export function newDownloadToken(part = randomPart()): string {
  return `dl_${part}`;
}

export function isDownloadToken(text: string): boolean {
  return /^dl_[0-9a-z]{26}$/.test(text);
}

const dayMs = 24 * 60 * 60 * 1000;

/** How long an address works, in milliseconds. */
export const downloadLinkMs = dayMs;

/** How long an address in a mail works, in milliseconds: mails aren't always read on the day they arrive. */
export const mailedDownloadMs = 7 * dayMs;

/** Below the shop's public URL. */
export const downloadsPath = "/downloads";
