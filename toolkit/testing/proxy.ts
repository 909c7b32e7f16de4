// The exports for tools that start the proxy, or observe recorded traffic as it does.

export { createCoverageCounter } from "./proxy/count-coverage.ts";
export { createObserver, type Observed, type ProxyFinding } from "./proxy/observer.ts";
export { startProxy } from "./proxy/start-proxy.ts";
export { createTrafficCounter } from "./proxy/summary/count-traffic.ts";
export { type ListedFinding, type TrafficReport, trafficPage } from "./proxy/summary/traffic-page.ts";
