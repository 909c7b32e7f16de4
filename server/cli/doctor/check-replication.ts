import { sql } from "kysely";
import type { Engine } from "../../database/engines/engine.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

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
  const finding = replicationFinding({
    ...row,
    synchronous: row.hidden > 0 ? undefined : row.synchronous,
  });
  return row.messages === "error" ? [finding, hiddenWarnings] : [finding];
}

export function replicationFinding({ names, commit, standbys, synchronous }: Replication): Finding {
  const connected = standbys === 1 ? "1 standby is" : `${standbys} standbys are`;
  if (names === "") {
    if (standbys === 0) {
      return ok(
        "replication",
        "Not used: no standby is connected, so what is lost with the server's disk is in backups only.",
      );
    }
    return warning(
      "replication",
      `Asynchronous: ${connected} connected, and commits don't wait. A failover loses the last writes that were answered.`,
      "Set synchronous_standby_names (with Patroni, synchronous_mode), unless such a loss is acceptable.",
    );
  }
  if (commit === "off" || commit === "local") {
    return warning(
      "replication",
      `Asynchronous: synchronous_standby_names is set, but synchronous_commit is ${commit}, so commits don't wait. A failover loses the last writes that were answered.`,
      "Set synchronous_commit to on for this database.",
    );
  }
  if (synchronous === 0) {
    return failed(
      "replication",
      `Commits wait for a synchronous standby (${names}), and none is connected: every write fails.`,
      "Start the standby. As long as it is away, an empty synchronous_standby_names lets the primary go on alone.",
    );
  }
  const seen =
    synchronous === undefined
      ? ` ${connected} connected; only members of pg_monitor see whether it is one of these.`
      : "";
  return ok(
    "replication",
    `Synchronous (${names}): a write that was answered is on a standby too, and survives a failover.${seen}`,
  );
}

const hiddenWarnings = warning(
  "replication",
  "client_min_messages is error: PostgreSQL's warning of a commit that didn't wait for the standby isn't sent.",
  "Set it to warning, or to its default, for this role and database.",
);
