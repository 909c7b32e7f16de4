import { parentPort, workerData } from "node:worker_threads";
import { startProxy } from "./proxy-server.ts";

// Runs the proxy of `openProxyThread`, and confirms each command once it has taken effect.
const { address, defaultPort } = workerData as { address: string; defaultPort: number };
const proxy = await startProxy(address, defaultPort);
parentPort?.on("message", (change: "cut" | "restore") => {
  proxy[change]();
  parentPort?.postMessage(change);
});
parentPort?.postMessage(proxy.url);
