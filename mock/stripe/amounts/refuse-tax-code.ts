import { refusal } from "../conventions/errors.ts";
import { isTaxCode } from "./tax-table.ts";

export function refuseTaxCode(code: string | undefined, param: string): void {
  if (code === undefined || isTaxCode(code)) return;
  throw refusal(`No such tax code: '${code}'`, { code: "resource_missing", param });
}
