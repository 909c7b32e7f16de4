import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

// Shared by all peers: the document and an in-memory shop.

interface Cart {
  lines: { productId: string; quantity: number }[];
}

/** The content of the file named by `PEER_SHOP`. */
export interface PeerShop {
  /** The document with only the measured operations. */
  document: object;
  key: string;
  products: { _id: string }[];
  carts: Record<string, Cart>;
}

export const { document, key, products, carts }: PeerShop = JSON.parse(
  readFileSync(process.env.PEER_SHOP ?? "", "utf8"),
);

export const port = Number(process.env.PORT);
/** Requests per key and minute. */
export const limit = Number(process.env.PEER_LIMIT);
export const minuteMs = 60_000;

const keys = new Set([hashOf(key)]);
const productsById = new Map(products.map((product) => [product._id, product]));

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** Keys are stored as hashes, as every server should do. */
export function isKey(authorization = ""): boolean {
  return authorization.startsWith("Bearer ") && keys.has(hashOf(authorization.slice("Bearer ".length)));
}

/** Undefined for 404. With PEER_FAULTY, the product violates the contract. */
export function findProduct(id: string) {
  const product = productsById.get(id);
  if (!product) return undefined;
  return { data: process.env.PEER_FAULTY ? { ...product, priceInCents: "free" } : product };
}

export function listProducts() {
  return { data: products };
}

/** Undefined for 404. */
export function updateLine(cartId: string, productId: string, quantity: number) {
  const cart = carts[cartId];
  const line = cart?.lines.find((line) => line.productId === productId);
  if (!line) return undefined;
  line.quantity = quantity;
  return { data: cart };
}

export const errors = {
  400: { error: "The request isn't valid.", code: "INVALID_REQUEST" },
  401: { error: "Missing or invalid API key.", code: "UNAUTHORIZED" },
  404: { error: "Not found.", code: "NOT_FOUND" },
  429: { error: "Too many requests.", code: "RATE_LIMITED" },
  500: { error: "Something went wrong.", code: "INTERNAL_ERROR" },
};

export function errorOf(status: number | undefined): { status: number; body: unknown } {
  const known = Object.hasOwn(errors, status ?? 500) ? (status ?? 500) : 500;
  return { status: known, body: errors[known as keyof typeof errors] };
}
