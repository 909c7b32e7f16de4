/**
 * Whether member sessions may be looked up at an address: only over https, because it is sent a secret and the members'
 * tokens; in development also over http on this machine.
 */
export function isSafeIntrospectionUrl(url: string, { production }: { production: boolean }): boolean {
  const { protocol, hostname = "" } = URL.parse(url) ?? {};
  return protocol === "https:" || (protocol === "http:" && !production && isThisMachine(hostname));
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
