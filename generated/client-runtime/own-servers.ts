// Copied by `counterpart generate`. Don't edit: it is overwritten.

/** Operations with their own server, by method and path (`POST /token`). */
export type OwnServers<Scheme extends string> = Record<string, OwnServer<Scheme>>;

interface OwnServer<Scheme extends string> {
  url: string;
  /** The credentials that this server gets: those that its operations require. */
  schemes: readonly Scheme[];
}

/** The credentials that a URL may get; all of them at the URL of the operations without their own server. */
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
