import { includesRole } from "../../domain/role.ts";
import { pathOf, type Route, type StoreRequest, type VisitorRequest } from "../route.ts";

/**
 * Finds the page that an error page links back to: the nearest one above the route that this person may open,
 * as a path that browsers see.
 * @param isMissing whether the object in the path doesn't exist, so that its own page doesn't either
 */
export function pageBehind(
  route: Route,
  request: VisitorRequest | StoreRequest | undefined,
  { routes, isMissing }: { routes: readonly Route[]; isMissing: boolean },
): string | undefined {
  if (!request || !("store" in request)) return undefined;
  const steps = pathOf(route).split("/");
  const lengths = Array.from({ length: steps.length }, (_, n) => steps.length - n);
  for (const path of lengths.map((length) => steps.slice(0, length).join("/"))) {
    const page = routes.find((one) => one.method === "GET" && one !== route && pathOf(one) === path);
    if (!page || !mayOpen(page, request) || (isMissing && namesObject(path))) continue;
    return (
      request.base +
      path.slice("/dashboard".length).replaceAll(parameter, (_, name: string) => {
        return encodeURIComponent(request.path[name] ?? "");
      })
    );
  }
  return undefined;
}

const parameter = /\{(\w+)\}/g;

function mayOpen({ access }: Route, { role }: StoreRequest): boolean {
  return access === "anyone" || access === "signed_in" || includesRole(role, access);
}

function namesObject(path: string): boolean {
  return path.replace("{store}", "").includes("{");
}
