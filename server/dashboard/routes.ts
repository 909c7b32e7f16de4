import { accountRoutes } from "./pages/account.ts";
import { auditRoutes } from "./pages/audit.ts";
import { codeRoutes } from "./pages/codes.ts";
import { developmentMailRoutes } from "./pages/development-mails.ts";
import { eventRoutes } from "./pages/events.ts";
import { keyRoutes } from "./pages/keys.ts";
import { orderRoutes } from "./pages/orders/order.ts";
import { orderListRoutes } from "./pages/orders/order-list.ts";
import { pickListRoutes } from "./pages/orders/pick-list.ts";
import { returnRoutes } from "./pages/orders/returns.ts";
import { overviewRoutes } from "./pages/overview/overview.ts";
import { paymentRoutes } from "./pages/payments.ts";
import { peopleRoutes } from "./pages/people.ts";
import { deleteProductRoutes } from "./pages/products/delete-product.ts";
import { newProductRoutes } from "./pages/products/new-product.ts";
import { productRoutes } from "./pages/products/product.ts";
import { productFileRoutes } from "./pages/products/product-file.ts";
import { productImageRoutes } from "./pages/products/product-images.ts";
import { productImportRoutes } from "./pages/products/product-import.ts";
import { productListRoutes } from "./pages/products/product-list.ts";
import { repriceRoutes } from "./pages/products/reprice.ts";
import { searchRoutes } from "./pages/search.ts";
import { settingRoutes } from "./pages/settings/settings.ts";
import { shippingRoutes } from "./pages/shipping.ts";
import { forgottenPasswordRoutes } from "./pages/sign-in/forgotten-password.ts";
import { invitationRoutes } from "./pages/sign-in/invitation.ts";
import { signInRoutes } from "./pages/sign-in/sign-in.ts";
import { storeChooserRoutes } from "./pages/stores.ts";
import { subscriptionRoutes } from "./pages/subscriptions.ts";
import type { Route } from "./route.ts";

/** Every page of the dashboard, with the access it requires. */
export const routes: Route[] = [
  ...signInRoutes,
  ...forgottenPasswordRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...developmentMailRoutes,
  ...storeChooserRoutes,
  ...overviewRoutes,
  ...searchRoutes,
  ...orderListRoutes,
  ...pickListRoutes,
  ...returnRoutes,
  ...orderRoutes,
  ...productListRoutes,
  ...productImportRoutes,
  ...newProductRoutes,
  ...productRoutes,
  ...productFileRoutes,
  ...productImageRoutes,
  ...deleteProductRoutes,
  ...repriceRoutes,
  ...subscriptionRoutes,
  ...peopleRoutes,
  ...settingRoutes,
  ...shippingRoutes,
  ...codeRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...paymentRoutes,
  ...auditRoutes,
];
