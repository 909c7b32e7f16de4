import type { Store } from "../store/store.ts";

/** Finds the member behind a session of the caller's authentication system; undefined when there is none. */
export type ResolveMember = (session: {
  storeId: string;
  memberSessionId: string;
}) => Promise<string | undefined>;

/** Sessions that were registered with the service. */
export function registeredMembers(store: Store): ResolveMember {
  return (session) => store.memberSessions.member(session);
}
