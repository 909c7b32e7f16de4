import { parentPort, workerData } from "node:worker_threads";
import { readForProject } from "./read-for-project.ts";
import type { ThreadData } from "./read-in-thread.ts";

const { root, include }: ThreadData = workerData;
parentPort?.postMessage(readForProject(root, include));
