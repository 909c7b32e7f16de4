import { afterAll, inject } from "vitest";
import { writeTraffic } from "./traffic.ts";

// Registered before the hooks of the test file, so it runs after them.
afterAll(() => writeTraffic(inject("trafficFolder")));
