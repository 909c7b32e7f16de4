import { accountRoutes } from "./pages/account.ts";
import { auditRoutes } from "./pages/audit.ts";
import { orderRoutes } from "./pages/orders/order.ts";
import { orderListRoutes } from "./pages/orders/order-list.ts";
import { overviewRoutes } from "./pages/overview/overview.ts";
import { peopleRoutes } from "./pages/people.ts";
import { invitationRoutes } from "./pages/sign-in/invitation.ts";
import { signInRoutes } from "./pages/sign-in/sign-in.ts";
import { storeChooserRoutes } from "./pages/stores.ts";
import { subscriptionRoutes } from "./pages/subscriptions.ts";
import type { Route } from "./route.ts";

/** Every page of the dashboard, and who may open it. */
export const routes: Route[] = [
  ...signInRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...storeChooserRoutes,
  ...overviewRoutes,
  ...orderListRoutes,
  ...orderRoutes,
  ...subscriptionRoutes,
  ...peopleRoutes,
  ...auditRoutes,
];
