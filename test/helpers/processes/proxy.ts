import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";
import { type ProxyServer, startProxy } from "./proxy-server.ts";

/** A proxy that its test doesn't have to close. */
export type Proxy = Omit<ProxyServer, "close">;

/** Opens a proxy to the server at this address. It is closed after the test. */
export async function openProxy(address: string, defaultPort: number): Promise<Proxy> {
  const { close, ...proxy } = await startProxy(address, defaultPort);
  onTestFinished(close);
  return proxy;
}

/** The same in a worker thread, so that a busy test doesn't delay what other processes send through the proxy. */
export async function openProxyThread(address: string, defaultPort: number) {
  const worker = new Worker(new URL("./proxy-thread.ts", import.meta.url), {
    workerData: { address, defaultPort },
  });
  onTestFinished(async () => void (await worker.terminate()));
  const [url] = (await once(worker, "message")) as [string];
  const change = (state: "cut" | "restore") => async (): Promise<void> => {
    worker.postMessage(state);
    await once(worker, "message");
  };
  return { url, cut: change("cut"), restore: change("restore") };
}
