import { accountRoutes } from "./pages/account.ts";
import { auditRoutes } from "./pages/audit.ts";
import { codeRoutes } from "./pages/codes.ts";
import { developmentMailRoutes } from "./pages/development-mails.ts";
import { eventRoutes } from "./pages/events.ts";
import { keyRoutes } from "./pages/keys.ts";
import { orderRoutes } from "./pages/orders/order.ts";
import { orderListRoutes } from "./pages/orders/order-list.ts";
import { pickListRoutes } from "./pages/orders/pick-list.ts";
import { overviewRoutes } from "./pages/overview/overview.ts";
import { paymentRoutes } from "./pages/payments.ts";
import { peopleRoutes } from "./pages/people.ts";
import { planRoutes } from "./pages/plans.ts";
import { bulkEditRoutes } from "./pages/products/bulk-edit.ts";
import { deleteProductRoutes } from "./pages/products/delete-product.ts";
import { newProductRoutes } from "./pages/products/new-product.ts";
import { productRoutes } from "./pages/products/product.ts";
import { productFileRoutes } from "./pages/products/product-file.ts";
import { productImageRoutes } from "./pages/products/product-images.ts";
import { productImportRoutes } from "./pages/products/product-import.ts";
import { productListRoutes } from "./pages/products/product-list.ts";
import { repriceRoutes } from "./pages/products/reprice.ts";
import { variantRoutes } from "./pages/products/variant-page.ts";
import { searchRoutes } from "./pages/search.ts";
import { agentEndpointRoutes } from "./pages/settings/agent-endpoints.ts";
import { mailTextRoutes } from "./pages/settings/mail-texts.ts";
import { settingRoutes } from "./pages/settings/settings.ts";
import { shippingRoutes } from "./pages/shipping.ts";
import { forgottenPasswordRoutes } from "./pages/sign-in/forgotten-password.ts";
import { invitationRoutes } from "./pages/sign-in/invitation.ts";
import { signInRoutes } from "./pages/sign-in/sign-in.ts";
import { signUpRoutes } from "./pages/sign-in/sign-up.ts";
import { storeChooserRoutes } from "./pages/stores.ts";
import { subscriptionRoutes } from "./pages/subscriptions.ts";
import type { Route } from "./route.ts";

/** Every page of the dashboard, with the access it requires. */
export const routes: Route[] = [
  ...signInRoutes,
  ...forgottenPasswordRoutes,
  ...invitationRoutes,
  ...signUpRoutes,
  ...planRoutes,
  ...accountRoutes,
  ...developmentMailRoutes,
  ...storeChooserRoutes,
  ...overviewRoutes,
  ...searchRoutes,
  ...orderListRoutes,
  ...pickListRoutes,
  ...orderRoutes,
  ...productListRoutes,
  ...productImportRoutes,
  ...newProductRoutes,
  ...bulkEditRoutes,
  ...variantRoutes,
  ...productRoutes,
  ...productFileRoutes,
  ...productImageRoutes,
  ...deleteProductRoutes,
  ...repriceRoutes,
  ...subscriptionRoutes,
  ...peopleRoutes,
  ...settingRoutes,
  ...mailTextRoutes,
  ...agentEndpointRoutes,
  ...shippingRoutes,
  ...codeRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...paymentRoutes,
  ...auditRoutes,
];
