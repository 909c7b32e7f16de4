/**
 * A commit that was acknowledged but may be lost: PostgreSQL gave up waiting for its synchronous standby,
 * which it reports as success with a warning.
 */
export class UnknownOutcome extends Error {
  /** SQLSTATE: statement_completion_unknown. */
  readonly code = "40003";

  constructor() {
    super("a commit didn't wait for the synchronous standby and may be lost");
  }
}

interface Notice {
  routine?: string | undefined;
  message?: string | undefined;
}

/** Whether a notice is that warning. Its routine is the same in every language; a pooler may leave it out. */
export function isUnconfirmedCommit({ routine, message = "" }: Notice): boolean {
  return routine === "SyncRepWaitForLSN" || /^cancel.*wait for synchronous replication/.test(message);
}
