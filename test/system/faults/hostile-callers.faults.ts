import { expect, test } from "vitest";
import { startServer } from "../../helpers/processes/server-process.ts";
import { latencies, percentile, report } from "./helpers/figures.ts";
import { besideGoodClient } from "./helpers/good-client.ts";
import { asker } from "./helpers/load.ts";

const KiB = 1024;

/** A toolkit server without the shop, whose callers are named by their tokens. */
async function openServer() {
  const start = [process.execPath, "test/system/faults/helpers/toolkit-server.ts"];
  const env = { NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", PUBLIC_URL: "https://notes.example" };
  const server = await startServer(env, [], { folder: ".", start });

  async function add(caller: string, body: object, key?: string): Promise<Response> {
    return fetch(`${server.url}/notes`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${caller}`,
        "content-type": "application/json",
        ...(key !== undefined && { "idempotency-key": key }),
      },
      body: JSON.stringify(body),
    });
  }
  return { server, ask: asker(server.url, "good"), add };
}

const usual = [["POST", "/notes", { text: "Buy milk", name: "Ines Duarte", words: "two words" }]] as const;

test("patterns that take exponential time to match block no other caller", async () => {
  const { server, ask, add } = await openServer();
  const letters = "ä".repeat(28);
  const evil = [
    { name: `${letters}!` },
    { words: `${letters}!` },
    { twice: `${"a".repeat(40)}!` },
    { name: `${"word ".repeat(2000)}!` },
  ];
  const { result, took, before, peak } = await besideGoodClient(
    { server, ask },
    async () => {
      const answers = evil.flatMap((one) =>
        Array.from({ length: 5 }, () => add("hostile", { text: "x", ...one })),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    },
    usual,
  );
  // A pattern with a back reference takes exponential time with any algorithm, so it isn't checked.
  expect(result).toEqual([400, 400, 200, 400].flatMap((status) => Array(5).fill(status)));
  // A backtracking match takes seconds with 28 letters, and twice as long with each further one.
  expect(percentile(took, 1)).toBeLessThan(1500);
  report("20 texts for patterns of exponential time", {
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("600 idempotency keys of one caller take little memory, and displace no other caller's key", async () => {
  const { server, ask, add } = await openServer();
  const text = "x".repeat(900 * KiB);
  const first = { text: "Pay the rent" };
  expect((await add("good", first, "rent-1")).headers.get("idempotent-replayed")).toBeNull();
  const { result, before, peak, took } = await besideGoodClient(
    { server, ask },
    async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 600; n += 10) {
        const sent = Array.from({ length: 10 }, async (_, m) => {
          const answer = await add("hostile", { text }, `key-${n + m}`);
          await answer.arrayBuffer();
          return answer.status;
        });
        statuses.push(...(await Promise.all(sent)));
      }
      return statuses;
    },
    usual,
  );
  expect(new Set(result)).toEqual(new Set([200]));
  expect(peak - before).toBeLessThan(400);
  expect((await add("good", first, "rent-1")).headers.get("idempotent-replayed")).toBe("true");
  report("600 idempotency keys with answers of 900 KiB", {
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("keys of 12,000 invented requests don't displace another caller's key", async () => {
  const { server, ask, add } = await openServer();
  await add("good", { text: "Pay the rent" }, "rent-1");
  const { before, peak } = await besideGoodClient(
    { server, ask },
    async () => {
      for (let n = 0; n < 12_000; n += 50) {
        const sent = Array.from({ length: 50 }, (_, m) =>
          add("hostile", { text: "x" }, `${"k".repeat(200)}${n + m}`).then((answer) => answer.arrayBuffer()),
        );
        await Promise.all(sent);
      }
    },
    usual,
  );
  expect(peak - before).toBeLessThan(300);
  const again = await add("good", { text: "Pay the rent" }, "rent-1");
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  report("12,000 idempotency keys", { memory: `${before} MB, at most ${peak} MB` });
});
