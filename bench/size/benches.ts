import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type Bench, type Benches, type Result, ratioOf, ratioOfTwins } from "../bench.ts";
import type { BenchRequest, Side } from "../load/request.ts";
import { type Running, start } from "../servers/start.ts";
import { list, sizedDocument } from "./document.ts";

const json = { "content-type": "application/json" };
const five: BenchRequest = { method: "GET", path: "/five/red/green/blue/white/5" };

/** The toolkit with other documents: the cost of a request among many operations, and large messages. */
export const sizeBenches: Benches = {
  operations400: (bench) => amongOperations(400, bench),
  operations1200: (bench) => amongOperations(1200, bench),
  fiveParameters: (bench) => againstByHand("a route with 5 parameters", five, bench),
  largeBody: (bench) => {
    const body = JSON.stringify({ text: "x".repeat(200_000) });
    return againstByHand(
      "a body of 200 KB",
      { method: "POST", path: "/large-body", headers: json, body },
      bench,
    );
  },
  takeList: (bench) => {
    const body = JSON.stringify({ items: list });
    return againstByHand(
      "a list of 10,000 sent",
      { method: "POST", path: "/list", headers: json, body },
      bench,
    );
  },
  giveList: (bench) => againstByHand("a list of 10,000 returned", { method: "GET", path: "/list" }, bench),
  upload: (bench) => {
    const headers = { "content-type": "multipart/form-data; boundary=part" };
    const disposition = (name: string): string => `--part\r\nContent-Disposition: form-data; name=${name}`;
    const file = `${disposition('"file"; filename="a.txt"')}\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(100_000)}`;
    const body = `${disposition('"title"')}\r\n\r\nPlans\r\n${file}\r\n--part--\r\n`;
    return againstByHand("an upload of 100 KB", { method: "POST", path: "/upload", headers, body }, bench);
  },
};

async function startSized({ folder }: Bench, operations: number): Promise<Running> {
  const file = `${folder}/sized-${operations}.json`;
  const document = sizedDocument(operations);
  await writeFile(file, JSON.stringify(document));
  const items = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>);
  const operationIds = items.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  return start({
    module: new URL("ours.ts", import.meta.url),
    args: [file, ...operationIds],
    env: {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PUBLIC_URL: "https://sizes.example",
      METRICS_PORT: "0",
    },
  });
}

async function amongOperations(operations: number, bench: Bench): Promise<Result> {
  const sideOf = async (operations: number): Promise<Side> => {
    const name = `${operations} operations`;
    const server = await startSized(bench, operations);
    bench.progress(`${name}, compiling`);
    await untilIdle(server);
    return { name, server, requests: [five] };
  };
  const { ratio, details } = await ratioOfTwins(
    async () => [await sideOf(operations), await sideOf(13)],
    bench,
    "perCpuSecond",
  );
  const what = `in a document of ${operations} operations ÷ in one of 13`;
  return { what, figure: ratio, details };
}

/** With a large document, a server compiles validators for some seconds after its start. */
async function untilIdle({ cpuSeconds }: Running): Promise<void> {
  let before = await cpuSeconds();
  for (;;) {
    await pause(500);
    const now = await cpuSeconds();
    if (now - before < 0.05) return;
    before = now;
  }
}

/** Compares with Express, ajv and multer, without a log or headers. */
async function againstByHand(what: string, request: BenchRequest, bench: Bench): Promise<Result> {
  const byHand = await start({ module: new URL("by-hand.ts", import.meta.url) });
  const sides: Side[] = [
    { name: "Counterpart", server: await startSized(bench, 13), requests: [request] },
    { name: "Express, ajv and multer", server: byHand, requests: [request] },
  ];
  const { ratio, details } = await ratioOf(sides, bench, "perCpuSecond");
  return { what: `${what} ÷ by hand`, figure: ratio, details };
}
