import type { DashboardServices, Route } from "../route.ts";
import type { Cookies } from "./cookies.ts";

export interface FrameParts {
  services: DashboardServices;
  cookies: Cookies;
  /** Of every page. */
  headers: Record<string, string>;
  /** The path of the dashboard as browsers see it. */
  base: string;
  /** The dashboard's, as browsers name it. */
  origin: string;
  /** Whether an unexpected error passes by itself. */
  isTemporary: (error: unknown) => boolean;
  /** Of the whole dashboard. */
  routes: readonly Route[];
}
