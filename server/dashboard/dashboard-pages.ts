import { ApiError } from "@counterpart/server/errors";
import type { Page } from "@counterpart/server/express";
import { assetPages } from "./assets/asset-pages.ts";
import { answerRoute } from "./frame/answer-route.ts";
import { createCookies } from "./frame/cookies.ts";
import type { FrameParts } from "./frame/frame-parts.ts";
import { pathOf, type Route, type Services } from "./route.ts";
import { routes } from "./routes.ts";

interface DashboardParts {
  services: Services;
  /** Whether an unexpected error is temporary, because the database is unavailable. */
  isTemporary: (error: unknown) => boolean;
}

/** The merchant's dashboard, at `/dashboard`. */
export function dashboardPages({ services, isTemporary }: DashboardParts): Page[] {
  const publicUrl = new URL(services.publicUrl);
  const parts: FrameParts = {
    services,
    cookies: createCookies(publicUrl.protocol === "https:"),
    headers: pageHeaders(services.production ? "https:" : "http: https:"),
    base: `${publicUrl.pathname.replace(/\/$/, "")}/dashboard`,
    origin: publicUrl.origin,
    isTemporary,
    routes,
  };
  return [
    ...assetPages(),
    ...routes.map((route) => ({
      method: route.method,
      path: pathOf(route),
      handler: answerRoute(route, parts),
    })),
    ...(["GET", "POST"] as const).map((method) => ({
      method,
      path: "/dashboard/*",
      handler: answerRoute({ ...unknown, method }, parts),
    })),
  ];
}

const unknown: Route = {
  method: "GET",
  path: "/*",
  access: "anyone",
  answer: async () => {
    throw new ApiError("NOT_FOUND", "This page doesn’t exist.");
  },
};

/**
 * The headers of every page. Product images may come from any host, in development also over http. The
 * referrer is sent within the dashboard, because without it browsers would hide the origin of our own forms too.
 */
function pageHeaders(pictures: "https:" | "http: https:"): Record<string, string> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      `img-src 'self' ${pictures}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
  };
}
