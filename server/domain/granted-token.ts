/** Whether a value can be a token with which a buyer lets an agent pay. Only the payment provider knows whether it is one. */
export function isGrantedToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]{1,255}$/.test(value);
}
