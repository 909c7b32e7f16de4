/**
 * Whether an address may be used to look up member sessions. It must use https, because it receives a secret
 * and members' tokens; in development http to this machine is allowed too.
 */
export function isSafeIntrospectionUrl(url: string, { production }: { production: boolean }): boolean {
  const { protocol, hostname = "" } = URL.parse(url) ?? {};
  return protocol === "https:" || (protocol === "http:" && !production && isThisMachine(hostname));
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
