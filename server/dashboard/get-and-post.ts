import type { Role } from "../domain/role.ts";
import type { Limits, Route } from "./route.ts";

type AnswerFor<Access> = Extract<Route, { access: Access extends Role ? Role : Access }>["answer"];

function routeWith(method: Route["method"]) {
  return <Access extends Route["access"]>(
    path: string,
    access: Access,
    answer: AnswerFor<Access>,
    limits: Limits = {},
  ) => ({ method, path, access, answer, ...limits }) as Route;
}

/** The route of a page: `get("/orders/{orderId}", "read_only", showOrder)`. */
export const get = routeWith("GET");

/** The route of a form. */
export const post = routeWith("POST");
