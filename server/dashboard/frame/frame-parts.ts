import type { Route, Services } from "../route.ts";
import type { Cookies } from "./cookies.ts";

export interface FrameParts {
  services: Services;
  cookies: Cookies;
  /** Sent with every page. */
  headers: Record<string, string>;
  /** The dashboard's path as browsers see it. */
  base: string;
  /** The dashboard's origin as browsers send it. */
  origin: string;
  /** Whether an unexpected error is temporary. */
  isTemporary: (error: unknown) => boolean;
  /** All routes of the dashboard. */
  routes: readonly Route[];
}
