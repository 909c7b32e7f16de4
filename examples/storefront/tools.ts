import type { Context } from "hono";
import type { connect } from "./api.ts";
import type { Content } from "./pages/layout.ts";
import type { Visitor } from "./visitor.ts";

/** The services that routes use. */
export interface Tools {
  api: ReturnType<typeof connect>;
  readVisitor(c: Context): Promise<Visitor>;
  saveVisitor(c: Context, visitor: Visitor): Promise<void>;
  /** The address of a page that shows an order to anyone who has the link. */
  orderLink(orderId: string): string;
  /** Whether the query of a request is that of the order's link. */
  opensOrder(orderId: string, query: Record<string, string>): boolean;
  /** Responds with a page of the store. */
  show(c: Context, content: Content, visitor?: Visitor): Promise<Response>;
}
