/** The provider's account as part of a primary key, which can't be null. */
export function accountKey(account: string | null): string {
  return account ?? "platform";
}
