/** The arguments of a command that is about one document: the shop's own, unless another one is named. */
export function ofShop(given: string[]): string[] {
  const isNamed = given.some((one) => one.startsWith("--document") || /\.(ya?ml|json)$/.test(one));
  return isNamed ? given : ["--document", "spec", ...given];
}
