import type { HtmlEscapedString } from "hono/utils/html";
import type { Logger } from "pino";
import type { Person } from "../database/queries/people/people.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";
import type { Clock } from "../domain/clock.ts";
import type { Role } from "../domain/role.ts";
import type { Services } from "../operation.ts";
import type { OpenId } from "../people/openid.ts";
import type { Passkeys } from "../people/passkeys.ts";
import type { CountAttempt } from "../people/sign-in-limits.ts";

/** What the `html` template of hono/html makes: interpolated values are escaped, unless they are such texts themselves. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What every page is given. */
export interface VisitorRequest {
  /** The path of the dashboard as browsers see it, `/dashboard`, without a slash at the end. */
  base: string;
  /** The path's parameters, decoded. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** The fields of a form; empty for a GET. */
  form: FormData;
  /** The form's token, which `postForm` puts into every form. */
  formToken: string;
  /** For whom to count attempts: a network address. */
  address: string;
  /** Who is signed in, if anybody, and since when. */
  person: Person | undefined;
  signedInAt: number | undefined;
  /** A secret of this browser's, whether or not somebody is signed in. */
  browserToken: string;
}

/** The request of somebody who is signed in. */
export interface PersonRequest extends VisitorRequest {
  person: Person;
  /** When they signed in, in milliseconds since 1970. */
  signedInAt: number;
}

/** The request of a person who belongs to the store in the path. */
export interface StoreRequest extends PersonRequest {
  store: Store;
  role: Role;
  /** For the audit trail. */
  by: Actor;
  /** The path of a page of this store, as browsers see it: `link("/orders")`. */
  link(path: string): string;
}

export interface PageReply {
  title: string;
  content: Html;
  /** 200 unless given. */
  status?: number;
  /** What takes long: sent below the content, each part as soon as it is there. */
  more?: AsyncIterable<Html>;
}

/** How the session of this browser changes: somebody has signed in, with this token, or has signed out. */
export type SessionChange = { started: string } | "ended";

export type Reply =
  | { page: PageReply; session?: SessionChange }
  /** To a path as browsers see it, or an address elsewhere. The notice is shown once, on the next page. */
  | { redirect: string; notice?: string; session?: SessionChange }
  | { download: { filename: string; type: string; text: string | AsyncIterable<string> } }
  | { json: unknown; status?: number; session?: SessionChange };

/** What pages work with. */
export interface DashboardServices extends Services {
  /** Without a slash at the end. */
  publicUrl: string;
  production: boolean;
  clock: Clock;
  log: Logger;
  countAttempt: CountAttempt;
  passkeys: Passkeys;
  /** Undefined where none is configured. */
  openId?: OpenId | undefined;
  /** Whose one-time link this is, in development only. */
  developmentSignIn?: ((token: string) => Person | undefined) | undefined;
}

interface RoutePlace {
  method: "GET" | "POST";
  /** Parameters are in braces: `/orders/{orderId}`. */
  path: string;
  /** Of a form with files; 64 KiB unless given. */
  maxBytes?: number;
}

type Answer<Request> = (request: Request, services: DashboardServices) => Promise<Reply>;

/** For anybody; below `/dashboard`. */
export interface VisitorRoute extends RoutePlace {
  access: "anyone";
  answer: Answer<VisitorRequest>;
}

/** For whoever is signed in; below `/dashboard`. */
export interface PersonRoute extends RoutePlace {
  access: "signed_in";
  answer: Answer<PersonRequest>;
}

/** For people of a store with at least this role; below `/dashboard/stores/{store}`. */
export interface StoreRoute extends RoutePlace {
  access: Role;
  answer: Answer<StoreRequest>;
}

export type Route = VisitorRoute | PersonRoute | StoreRoute;

/** The path at which the server answers a route. */
export function pathOf({ access, path }: Route): string {
  const isOfStore = access !== "anyone" && access !== "signed_in";
  return `/dashboard${isOfStore ? "/stores/{store}" : ""}${path}`;
}
