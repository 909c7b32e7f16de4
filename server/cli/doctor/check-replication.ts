import { sql } from "kysely";
import type { Engine } from "../../database/engines/engine.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok, warning } = findingsOf("replication");

/** The primary's view of its standbys. */
export interface Replication {
  /** `synchronous_standby_names`: empty when commits wait for no standby. */
  names: string;
  /** `synchronous_commit`. */
  commit: string;
  /** The number connected now. */
  standbys: number;
  /** How many of them commits wait for. Undefined if this user may not see it. */
  synchronous: number | undefined;
}

/** Checks whether acknowledged writes survive the loss of the primary. */
export async function checkReplication({ read }: Pick<Engine, "read">): Promise<Finding[]> {
  const { rows } = await sql<
    Omit<Replication, "synchronous"> & { hidden: number; synchronous: number; messages: string }
  >`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
      current_setting('client_min_messages') as messages, count(pid) as standbys,
      count(pid) filter (where sync_state is null) as hidden,
      count(pid) filter (where sync_state in ('sync', 'quorum')) as synchronous
    from (select 1) as one left join pg_stat_replication on true`.execute(read);
  const [row] = rows;
  if (!row) return [];
  const finding = replicationFinding({ ...row, synchronous: row.hidden > 0 ? undefined : row.synchronous });
  return row.messages === "error" ? [finding, hiddenWarnings] : [finding];
}

export function replicationFinding({ names, commit, standbys, synchronous }: Replication): Finding {
  const connected = standbys === 1 ? "1 standby is" : `${standbys} standbys are`;
  if (names === "") {
    if (standbys === 0) {
      return ok(
        "Not used: no standby is connected. If the database server loses its disk, only backups remain.",
      );
    }
    return warning(
      `Asynchronous: ${connected} connected, but commits don't wait for it. A failover loses the last acknowledged writes.`,
      "Set synchronous_standby_names (with Patroni, synchronous_mode), unless you can accept this loss.",
    );
  }
  if (commit === "off" || commit === "local") {
    return warning(
      `Asynchronous: synchronous_standby_names is set, but synchronous_commit is ${commit}, so commits don't wait. A failover loses the last acknowledged writes.`,
      "Set synchronous_commit to on for this database.",
    );
  }
  if (synchronous === 0) {
    return failed(
      `Commits wait for a synchronous standby (${names}), but none is connected: every write fails.`,
      "Start the standby. Until it is back, an empty synchronous_standby_names lets the primary run alone.",
    );
  }
  const seen =
    synchronous === undefined
      ? ` ${connected} connected, but only members of pg_monitor can see which standbys are synchronous.`
      : "";
  return ok(
    `Synchronous (${names}): acknowledged writes are also on a standby and survive a failover.${seen}`,
  );
}

const hiddenWarnings = warning(
  "client_min_messages is error, so PostgreSQL doesn't warn when a commit didn't wait for the standby.",
  "Set it to warning or its default for this role and database.",
);
