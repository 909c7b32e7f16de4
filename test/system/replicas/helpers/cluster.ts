import { chmod, copyFile, mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePort } from "../../../helpers/processes/free-port.ts";
import { postgresPrograms } from "../../../helpers/processes/own-postgres.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { familyOf, type Running, signal, startProgram } from "./node-process.ts";
import { programOf } from "./programs.ts";

export const password = "replicas";
const recoveryMs = 180_000;

export interface Node {
  name: string;
  /** Of PostgreSQL. */
  port: number;
  /** Of Patroni. */
  apiPort: number;
  folder: string;
  patroni: Running | undefined;
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

export interface Cluster {
  folder: string;
  nodes: Node[];
  /** haproxy's address for the leader. */
  primary: string;
  /** haproxy's address for the others. */
  standbys: string;
  leader(): Promise<Node>;
  /** Resolves to the leader once both standbys follow it, one of them synchronously. */
  whole(): Promise<Node>;
  kill(node: Node): Promise<void>;
  start(node: Node): void;
  freeze(node: Node): Promise<() => void>;
  /** Holds back what the leader sends to its standbys, so that no commit reaches them or is confirmed. */
  stall(leader: Node): Promise<() => void>;
  switchOver(leader: Node): Promise<void>;
  /** How far the leader had written when it last said so to the others, in bytes. */
  publishedPosition(): Promise<number>;
}

/** Three PostgreSQL nodes under Patroni, with etcd, behind haproxy, with the files of deploy/high-availability. */
export async function startCluster(): Promise<Cluster> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await keepLogs(folder);
  });
  const etcd = await startEtcd(folder);
  const nodes: Node[] = [];
  for (const name of ["node1", "node2", "node3"]) {
    nodes.push({ name, port: await freePort(), apiPort: await freePort(), folder, patroni: undefined });
  }
  const start = (node: Node): void => {
    node.patroni = startProgram(
      [programOf("patroni"), path.resolve("deploy/high-availability/patroni.yml")],
      {
        env: environmentOf(node, etcd),
        logFile: path.join(folder, `${node.name}.log`),
      },
    );
  };
  onTestFinished(() => Promise.all(nodes.map(kill)).then(() => {}));
  for (const node of nodes) start(node);
  const { primary, standbys } = await startHaproxy(folder, nodes);
  const nodeOf = ({ name }: Member): Node => {
    const found = nodes.find((node) => node.name === name);
    if (!found) throw new Error(`There is no node ${name}.`);
    return found;
  };

  async function members(): Promise<Member[]> {
    for (const { apiPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    throw new Error("No node of Patroni answers.");
  }

  async function leader(): Promise<Node> {
    const found = (await members()).find(({ role, state }) => role === "leader" && state === "running");
    if (!found) throw new Error("There is no leader.");
    return nodeOf(found);
  }

  async function whole(): Promise<Node> {
    return vi.waitFor(
      async () => {
        const all = await members();
        const following = all.filter(
          ({ role, state, lag }) =>
            role !== "leader" && ["running", "streaming"].includes(state) && Number(lag) < 1_000_000,
        );
        if (following.length < 2 || !following.some(({ role }) => role === "sync_standby")) {
          throw new Error(`The cluster isn't whole: ${JSON.stringify(all)}`);
        }
        return leader();
      },
      { timeout: recoveryMs, interval: 500 },
    );
  }

  return {
    folder,
    nodes,
    primary,
    standbys,
    leader,
    whole,
    kill,
    start,
    async freeze(node) {
      const all = await processesOf(node);
      signal(all, "SIGSTOP");
      return () => signal(all, "SIGCONT");
    },
    async stall(leaderNode) {
      const senders = await walSendersOf(leaderNode);
      if (senders.length === 0) throw new Error("The leader sends nothing to any standby.");
      signal(senders, "SIGSTOP");
      return () => signal(senders, "SIGCONT");
    },
    async switchOver(from) {
      const all = await members();
      const candidate = all.find(({ role }) => role === "sync_standby")?.name;
      const answer = await fetch(`http://127.0.0.1:${from.apiPort}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: from.name, candidate }),
      });
      if (!answer.ok) throw new Error(`No switchover: ${await answer.text()}`);
    },
    async publishedPosition() {
      const answer = await fetch(`http://${etcd}/v2/keys/service/counterpart/status`);
      const { node } = (await answer.json()) as { node: { value: string } };
      return JSON.parse(node.value).optime;
    },
  };
}

/** Copies the logs of Patroni, PostgreSQL, etcd and haproxy to a folder that outlives the test. */
async function keepLogs(folder: string): Promise<void> {
  const kept = await mkdtemp(path.join(tmpdir(), "counterpart-replicas-"));
  for (const name of await readdir(folder)) {
    if (name.endsWith(".log")) await copyFile(path.join(folder, name), path.join(kept, name));
  }
  console.log(`The logs of the nodes are in ${kept}.`);
}

function environmentOf({ name, port, apiPort, folder }: Node, etcd: string): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: `'${etcd}'`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, name),
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms,
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, `${name}.pgpass`),
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: password,
  };
}

/** Patroni, PostgreSQL, and all processes that PostgreSQL has started. */
async function processesOf(node: Node): Promise<number[]> {
  const postmaster = await postmasterOf(node);
  const roots = [...(node.patroni ? [node.patroni.pid] : []), ...(postmaster ? [postmaster] : [])];
  return [...new Set((await Promise.all(roots.map(familyOf))).flat())];
}

async function postmasterOf({ folder, name }: Node): Promise<number | undefined> {
  const file = path.join(folder, name, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  if (!pid) return undefined;
  // The id may belong to another process by now.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.includes(path.join(folder, name)) ? pid : undefined;
}

/** The whole node at once, as when its machine loses power. */
async function kill(node: Node): Promise<void> {
  signal(await processesOf(node), "SIGKILL");
  await node.patroni?.ended;
  node.patroni = undefined;
}

async function walSendersOf(node: Node): Promise<number[]> {
  const postmaster = await postmasterOf(node);
  if (postmaster === undefined) return [];
  const found: number[] = [];
  for (const pid of await familyOf(postmaster)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("walsender")) found.push(pid);
  }
  return found;
}

async function startEtcd(folder: string): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${client}`;
  startProgram(
    [
      programOf("etcd"),
      "--enable-v2=true",
      ...["--data-dir", path.join(folder, "etcd")],
      ...["--listen-client-urls", url, "--advertise-client-urls", url],
      ...["--listen-peer-urls", `http://127.0.0.1:${peer}`],
      ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
      ...["--initial-cluster", `default=http://127.0.0.1:${peer}`],
    ],
    { logFile: path.join(folder, "etcd.log") },
  );
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${url}/health`);
      if (!answer.ok) throw new Error(await answer.text());
    },
    { timeout: 30_000, interval: 200 },
  );
  return `127.0.0.1:${client}`;
}

async function startHaproxy(folder: string, nodes: Node[]): Promise<{ primary: string; standbys: string }> {
  const [primary, standbys] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const addresses = nodes.map(({ port }, n) => [`NODE${n + 1}`, `127.0.0.1:${port}`]);
  const apis = nodes.map(({ apiPort }, n) => [`NODE${n + 1}_API`, `${apiPort}`]);
  startProgram([programOf("haproxy"), "-db", "-f", path.resolve("deploy/high-availability/haproxy.cfg")], {
    env: { PRIMARY: primary, STANDBYS: standbys, ...Object.fromEntries([...addresses, ...apis]) },
    logFile: path.join(folder, "haproxy.log"),
  });
  return { primary, standbys };
}
