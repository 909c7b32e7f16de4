/** The result of one request for a client. */
export interface Answer {
  /** 0 without a complete response. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any response of the server.
  body?: any;
  ms: number;
  /** When to retry, in seconds, if the response says so. */
  retryAfter?: string | null;
  /** Why there was no response. */
  reason?: string;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Sends a request, and reports instead of throwing when no complete response arrives. */
export function asker(url: string, key: string): Ask {
  return async (method, path, body, headers) => {
    const startedAt = performance.now();
    const ms = () => performance.now() - startedAt;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const retryAfter = response.headers.get("Retry-After");
      return { status: response.status, body: await response.json(), ms: ms(), retryAfter };
    } catch (error) {
      const { cause } = error as { cause?: { code?: string; message?: string } };
      return { status: 0, reason: cause?.code ?? cause?.message ?? String(error), ms: ms() };
    }
  };
}

/** A cart's content: quantities by product. */
export type Contents = Record<string, number>;

export interface Step {
  method: string;
  path: string;
  body?: unknown;
  after: Contents;
}

/** The n-th change of a cart, and its content afterwards. The same numbers give the same changes. */
export function changeOf(cartId: string, before: Contents, productIds: string[], n: number): Step {
  const productId = productIds[n % productIds.length] ?? "";
  const line = `/v1/cart/${cartId}/lines/${productId}`;
  const held = before[productId];
  if (n % 17 === 16) return { method: "DELETE", path: `/v1/cart/${cartId}`, after: {} };
  if (held !== undefined && n % 7 === 6) {
    const { [productId]: _, ...after } = before;
    return { method: "DELETE", path: line, after };
  }
  const quantity = 1 + (n % 9);
  if (held !== undefined && n % 3 === 0) {
    return { method: "PATCH", path: line, body: { quantity }, after: { ...before, [productId]: quantity } };
  }
  return {
    method: "POST",
    path: `/v1/cart/${cartId}/lines`,
    body: { productId, quantity },
    after: { ...before, [productId]: Math.min(999, (held ?? 0) + quantity) },
  };
}

/** The content of a cart from a response. */
export function contentsIn(cart: { lines: { productId: string; quantity: number }[] }): Contents {
  return Object.fromEntries(cart.lines.map(({ productId, quantity }) => [productId, quantity]));
}
