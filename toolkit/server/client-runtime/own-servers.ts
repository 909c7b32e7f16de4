/** Operations that aren't at the address of the others, by method and path (`POST /token`). */
export type OwnServers<Scheme extends string> = Record<string, OwnServer<Scheme>>;

interface OwnServer<Scheme extends string> {
  url: string;
  /** The credentials that are sent to this server: those that its operations ask for. */
  schemes: readonly Scheme[];
}

/** Which credentials an address may be sent; all of them where the operations are that have no server of their own. */
export function credentialFilter<Scheme extends string>(
  servers: OwnServers<Scheme>,
): (url: string, scheme: Scheme) => boolean {
  const byOrigin = new Map<string, Set<Scheme>>();
  for (const { url, schemes } of Object.values(servers)) {
    const { origin } = new URL(url);
    byOrigin.set(origin, new Set([...(byOrigin.get(origin) ?? []), ...schemes]));
  }
  if (byOrigin.size === 0) return () => true;
  return (url, scheme) => byOrigin.get(new URL(url).origin)?.has(scheme) ?? true;
}
