import { change, type Step } from "./steps.ts";

/** What a key may do. Null is the storefront, as for every key that there was. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("api_keys").addColumn("scopes", "text").execute()),
];
