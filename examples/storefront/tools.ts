import type { Context } from "hono";
import type { connect } from "./api.ts";
import type { Content } from "./pages/layout.ts";
import type { Visitor } from "./visitor.ts";

/** The services that routes use. */
export interface Tools {
  api: ReturnType<typeof connect>;
  readVisitor(c: Context): Promise<Visitor>;
  saveVisitor(c: Context, visitor: Visitor): Promise<void>;
  /** Responds with a page of the store. */
  show(c: Context, content: Content, visitor?: Visitor): Promise<Response>;
}
