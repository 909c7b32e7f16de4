import type { Person } from "../../../database/queries/people/people.ts";
import { newToken } from "../../../people/invitations.ts";
import type { DashboardServices, Reply, VisitorRequest } from "../../route.ts";

/** Signs a person in: always by a new session, so that nobody can have planted the one that the browser had before. */
export async function startSession(
  person: Person,
  request: VisitorRequest,
  services: DashboardServices,
): Promise<Reply> {
  const token = newToken();
  await services.database.dashboardSessions.start(token, person.id);
  return { redirect: nextOf(request, services), session: { started: token } };
}

/** Where to go after signing in: a page of the dashboard, whatever the address says. */
export function nextOf({ base, query, form }: VisitorRequest, { publicUrl }: DashboardServices): string {
  const wanted = form.get("next") ?? query.get("next");
  const { origin } = new URL(publicUrl);
  const url = typeof wanted === "string" ? URL.parse(wanted, origin) : null;
  const isOurs =
    url?.origin === origin && url.pathname.startsWith(`${base}/`) && !url.pathname.includes("//");
  return isOurs ? url.pathname + url.search : base;
}
