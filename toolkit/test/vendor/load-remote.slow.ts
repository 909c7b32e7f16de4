import { expect, test } from "vitest";
import { loadRemote } from "../../cli/command-line/vendor/load-remote.ts";
import { names, startRemoteServer } from "./remote-server.ts";

const allowance = () => ({ bytes: 1000, signal: AbortSignal.timeout(20_000) });

test.each([
  "https://127.0.0.1/a.yaml",
  "https://2130706433/a.yaml",
  "https://[::ffff:10.0.0.1]/a.yaml",
  "https://169.254.169.254/latest/meta-data/",
])("%s is refused without a connection", async (address) => {
  const { asked, lookup } = names(["8.8.8.8"]);
  const loading = loadRemote(address, { allowedHosts: [], lookup }, allowance());
  await expect(loading).rejects.toThrow(/isn't publicly reachable. To allow it, pass --allow-host /);
  expect(asked).toEqual([]);
});

test.each([[["10.0.0.1"]], [["fe80::1"]], [["8.8.8.8", "127.0.0.1"]], [[]]])(
  "a name with the addresses %j is refused, unless it is allowed",
  async (addresses) => {
    const { port, answers } = await startRemoteServer({ "/a.yaml": "a: 1\n" });
    const address = `https://schemas.example:${port}/a.yaml`;
    const { lookup } = names(addresses);
    await expect(loadRemote(address, { allowedHosts: ["example"], lookup }, allowance())).rejects.toThrow(
      /isn't publicly reachable/,
    );
    const allowed = { allowedHosts: ["schemas.example"], lookup: names(["127.0.0.1"]).lookup };
    expect(await loadRemote(address, allowed, allowance())).toEqual({ text: answers["/a.yaml"], address });
  },
);

test("a name is looked up once for each connection, and again after a redirect", async () => {
  const server = await startRemoteServer({});
  server.answers["/a"] = { to: `https://schemas.example:${server.port}/b` };
  // The first addresses lead nowhere; the second would be the server's.
  const rebound = names(["2001:4860::1"], ["127.0.0.1"]);
  const stop = new AbortController();
  const options = { allowedHosts: [], lookup: rebound.lookup };
  const loading = loadRemote(`https://schemas.example:${server.port}/b`, options, {
    bytes: 1000,
    signal: stop.signal,
  });
  setImmediate(() => stop.abort());
  await expect(loading).rejects.toThrow();
  expect(rebound.asked).toEqual(["schemas.example"]);
  expect(server.asked).toEqual([]);
  const redirected = loadRemote(
    `${server.url}/a`,
    { allowedHosts: ["localhost"], lookup: names(["127.0.0.1"]).lookup },
    allowance(),
  );
  await expect(redirected).rejects.toThrow(/publicly reachable.*--allow-host schemas\.example/);
  expect(server.asked).toEqual(["/a"]);
});

test("a server that switches protocols is refused at once", async () => {
  const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  const server = await startRemoteServer({ "/a": (res) => void res.socket?.write(head) });
  const loading = loadRemote(`${server.url}/a`, { allowedHosts: ["localhost"] }, allowance());
  await expect(loading).rejects.toThrow("the server answers 101");
});

test("all files share a number of bytes and a time", async () => {
  const server = await startRemoteServer({
    "/a": "x".repeat(600),
    "/slow": (res) => void res.write("a: 1"),
    "/silent": () => {},
  });
  const shared = allowance();
  const network = { allowedHosts: ["localhost"] };
  await loadRemote(`${server.url}/a`, network, shared);
  await expect(loadRemote(`${server.url}/a`, network, shared)).rejects.toThrow(/together/);
  for (const path of ["/slow", "/silent"]) {
    const stop = new AbortController();
    const loading = loadRemote(`${server.url}${path}`, network, { bytes: 1000, signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    await expect(loading).rejects.toThrow(/takes too long/);
  }
});
