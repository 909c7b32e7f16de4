import { accountRoutes } from "./pages/account.ts";
import { orderRoutes } from "./pages/orders/orders.ts";
import { peopleRoutes } from "./pages/people.ts";
import { invitationRoutes } from "./pages/sign-in/invitation.ts";
import { signInRoutes } from "./pages/sign-in/sign-in.ts";
import { storeChooserRoutes } from "./pages/stores.ts";
import type { Route } from "./route.ts";

/** Every page of the dashboard, and who may open it. */
export const routes: Route[] = [
  ...signInRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...storeChooserRoutes,
  ...orderRoutes,
  ...peopleRoutes,
];
