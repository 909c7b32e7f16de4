import type { HtmlEscapedString } from "hono/utils/html";
import type { Logger } from "pino";
import type { Person } from "../database/queries/people/people.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";
import type { Clock } from "../domain/clock.ts";
import type { Role } from "../domain/role.ts";
import type { Services as OperationServices } from "../operation.ts";
import type { OpenId } from "../people/openid.ts";
import type { Passkeys } from "../people/passkeys.ts";
import type { CountAttempt } from "../people/sign-in-limits.ts";
import type { SignUp } from "../people/sign-up.ts";
import type { StreamedFile } from "./frame/streamed-form.ts";

/** The result of hono/html's `html` template. It escapes interpolated values, unless they are `Html` themselves. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A request to any page. */
export interface VisitorRequest {
  /** The dashboard's path as browsers see it, `/dashboard`, without a trailing slash. */
  base: string;
  /** Decoded path parameters. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** The form's fields; empty for a GET. */
  form: FormData;
  /** The form's file, if the route streams it and one was chosen. */
  file?: StreamedFile;
  /** The form token, which `postForm` adds to every form. */
  formToken: string;
  /** The network address, used to count attempts. */
  address: string;
  /** The person who is signed in, if any. */
  person: Person | undefined;
  signedInAt: number | undefined;
  /** A secret of this browser, signed in or not. */
  browserToken: string;
}

/** A request from a signed-in person. */
export interface PersonRequest extends VisitorRequest {
  person: Person;
  /** When they signed in, in milliseconds since 1970. */
  signedInAt: number;
}

/** A request from a member of the store in the path. */
export interface StoreRequest extends PersonRequest {
  store: Store;
  role: Role;
  /** The actor for the audit trail. */
  by: Actor;
  /** The path of a page of this store as browsers see it: `link("/orders")`. */
  link(path: string): string;
}

export interface PageReply {
  title: string;
  content: Html;
  /** 200 by default. */
  status?: number;
  /** Slow content, sent below the rest; each part as soon as it is ready. */
  more?: AsyncIterable<Html>;
}

/** A change of this browser's session: `started` with this token, or "ended". */
export type SessionChange = { started: string } | "ended";

export interface Download {
  filename: string;
  type: string;
  content: string | AsyncIterable<string | Uint8Array>;
  /** Called when it was sent, also in part. */
  ended?: () => void;
}

export type Reply =
  | { page: PageReply; session?: SessionChange }
  /** Redirects to a path as browsers see it, or to another site. The notice is shown once, on the next page. */
  | { redirect: string; notice?: string; session?: SessionChange }
  | { download: Download }
  | { json: unknown; status?: number; session?: SessionChange };

/** The services that pages use. */
export interface Services extends OperationServices {
  production: boolean;
  /** Who may create a store here. */
  signUp: SignUp;
  clock: Clock;
  log: Logger;
  countAttempt: CountAttempt;
  passkeys: Passkeys;
  /** Undefined if OpenID isn't configured. */
  openId?: OpenId | undefined;
  /** Development only: finds the person of a one-time sign-in token. */
  developmentSignIn?: ((token: string) => Person | undefined) | undefined;
  /** Development only, without a mail server: the emails that were written to files. */
  developmentMails?: DevelopmentMails | undefined;
}

export interface DevelopmentMails {
  folder: string;
  /** Newest first. */
  list(): Promise<DevelopmentMail[]>;
  find(id: string): Promise<DevelopmentMail | undefined>;
}

export interface DevelopmentMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** When it was queued; milliseconds since 1970. */
  sentAt: number;
  text: string;
  html: string;
  file: string;
  /** A page with only its HTML. */
  htmlUrl: string;
}

export interface Limits {
  /** What `answer` may hold of a form with files; 64 KiB by default. */
  maxBytes?: number;
  /** The form has a file of at most this size, which `answer` reads as it arrives, from `request.file`. */
  streamedBytes?: number;
}

interface RouteOf<Access, Request> extends Limits {
  method: "GET" | "POST";
  /** With parameters in braces: `/orders/{orderId}`. */
  path: string;
  access: Access;
  answer: (request: Request, services: Services) => Promise<Reply>;
}

/** Open to everyone; below `/dashboard`. */
type VisitorRoute = RouteOf<"anyone", VisitorRequest>;

/** For signed-in people; below `/dashboard`. */
type PersonRoute = RouteOf<"signed_in", PersonRequest>;

/** For members of a store with at least this role; below `/dashboard/stores/{store}`. */
export type StoreRoute = RouteOf<Role, StoreRequest>;

export type Route = VisitorRoute | PersonRoute | StoreRoute;

/** The path at which the server serves a route. */
export function pathOf({ access, path }: Route): string {
  const isOfStore = access !== "anyone" && access !== "signed_in";
  return `/dashboard${isOfStore ? "/stores/{store}" : ""}${path}`;
}
