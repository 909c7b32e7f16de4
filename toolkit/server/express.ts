// The exports for applications and pages that are written with Express.

export { expressHandler, expressPages, type Page } from "./adapters/express/express-pages.ts";
