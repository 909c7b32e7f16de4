import type { RateLimit } from "../document/document.ts";
import { redisMistake } from "../limiter/redis-address.ts";
import { logLevels } from "../log/log.ts";
import { defaultSampling, samplerNames, type TraceSampling } from "../telemetry/trace-sampling.ts";
import {
  ConfigError,
  checked,
  type Environment,
  oneOf,
  type ReadSettings,
  type ReadText,
  readSecretFiles,
  readVariables,
  text,
  variable,
  webAddress,
  webAddressMistake,
  wholeNumber,
} from "./settings.ts";

export interface Config<Settings> {
  production: boolean;
  logLevel: (typeof logLevels)[number];
  /** The share of successful requests to log, 0 to 1. Errors are always logged. */
  logSuccessRatio: number;
  /** How long the process keeps serving after `/readyz` reports that it is stopping. */
  drainMs: number;
  port: number;
  host: string;
  /** Without a trailing slash. Undefined in development: localhost with the port. */
  publicUrl?: string | undefined;
  /** The port of `/metrics`, which shouldn't be reachable from outside. */
  metricsPort?: number | undefined;
  /** The OpenTelemetry collector's base URL. */
  tracesUrl?: string | undefined;
  /**
   * Undefined for OpenTelemetry's default: all requests, unless `traceparent` marks the trace as not sampled.
   */
  traceSampling?: TraceSampling | undefined;
  /** Redis for shared rate limits; undefined if each process counts for itself. */
  redisUrl?: string | undefined;
  /**
   * Number of trusted proxies in front. Callers without a valid key are counted by the address that they
   * forward.
   */
  trustProxy: number;
  /** The document's limits, as changed by RATE_LIMITS. */
  rateLimits: Record<string, RateLimit>;
  /** The service's settings. */
  settings: Settings;
}

const modes = ["production", "development", "test"] as const;

/** `npm run docs:reference` lists them in docs/reference/variables.md. */
export const processVariables = {
  NODE_ENV: variable({
    read: oneOf(modes),
    default: "`development`",
    description: "`production`, `development` or `test`.",
  }),
  LOG_LEVEL: variable({
    read: oneOf(logLevels),
    unset: "info",
    default: "`info`",
    description: "`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.",
  }),
  LOG_SUCCESS_RATIO: variable({
    read: share("0.01 for one successful request in a hundred"),
    unset: 1,
    default: "`1`",
    description: "Share of successful requests (below 400) to log, 0 to 1. Other requests are always logged.",
  }),
  PORT: variable({
    read: wholeNumber(0, 65535),
    unset: 3000,
    default: "`3000`",
    description: "Port to listen on, 0 to 65535. 0 picks a free port.",
  }),
  BUILD_REVISION: variable({
    read: text(/^[\w.+-]{1,64}$/, "must be a commit or a version, at most 64 letters, digits and . _ + -"),
    default: "none",
    description:
      "Commit that the program was built from, for `--version`, `/version` and metrics. The image sets it; in a git checkout it is the checked-out commit.",
  }),
  DRAIN_SECONDS: variable({
    read: wholeNumber(0, 300),
    unset: 0,
    default: "`0`",
    description:
      "How long `/readyz` answers 503 after SIGTERM before the server stops listening, 0 to 300. Choose a little more than your load balancer needs to notice.",
  }),
  HOST: variable({
    read: String,
    default: "`127.0.0.1`, in production `0.0.0.0`",
    description: "Address to listen on.",
  }),
  ALLOW_REMOTE_DEVELOPMENT: variable({
    read: oneOf(["true", "false"]),
    default: "`false`",
    description: "`true` allows a `HOST` that other machines can reach, outside production.",
  }),
  PUBLIC_URL: variable({
    read: checked((address) => webAddressMistake(address) ?? bareAddressMistake(address)),
    default: "`http://localhost:PORT`; required in production",
    description: "Address at which clients reach the server, without a query.",
  }),
  METRICS_PORT: variable({
    read: wholeNumber(0, 65535),
    default: "no metrics",
    description: "Separate port for Prometheus, `/metrics`. Keep it internal.",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    read: webAddress,
    default: "no traces",
    description:
      "Where to send OpenTelemetry traces. Each process has a random `service.instance.id`, unless `OTEL_RESOURCE_ATTRIBUTES` sets one.",
  }),
  OTEL_TRACES_SAMPLER: variable({
    read: oneOf(samplerNames),
    default: "`parentbased_always_on`",
    description:
      "Which requests to trace: `always_on`, `always_off`, `traceidratio`, or one of them with the prefix `parentbased_`, which follows the caller's `traceparent`.",
  }),
  OTEL_TRACES_SAMPLER_ARG: variable({
    read: share("0.01 for one trace in a hundred"),
    default: "`1`",
    description: "Share of requests to trace, 0 to 1, for the samplers with a ratio.",
  }),
  REDIS_URL: variable({
    read: checked(redisMistake),
    secret: true,
    default: "each process counts by itself",
    description: "`redis://…`: processes share their rate limits. Several nodes or Sentinel are possible.",
  }),
  TRUST_PROXY: variable({
    read: wholeNumber(0, 10),
    unset: 0,
    default: "`0`",
    description: "Number of proxies in front, 0 to 10, to find the address of callers without a key.",
  }),
  RATE_LIMITS: variable({
    read: String,
    unset: "",
    default: "the document's",
    description: "Requests per window by scope, such as `global=120,reads=240`.",
  }),
};

/** @param example for the mistake */
function share(example: string): ReadText<number> {
  return (one) =>
    /^\d*\.?\d+$/.test(one) && Number(one) <= 1
      ? Number(one)
      : { mistake: `must be a number from 0 to 1, such as ${example}` };
}

/** Paths are appended to the address, and it is sent to callers. */
function bareAddressMistake(address: string): string | undefined {
  const { username, password } = URL.parse(address) ?? {};
  return /[?#]/.test(address) || username || password
    ? "must be an address without a query, a fragment or a password"
    : undefined;
}

/** Whether the host is only reachable from this machine. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

export function isProduction(env: Record<string, string | undefined>): boolean {
  return env.NODE_ENV === "production";
}

/**
 * Reads the configuration.
 * @param documentLimits the limits in the document's `x-rate-limits`
 * @throws ConfigError listing every mistake by variable, without the values
 */
export function readConfig<Settings>(
  env: Record<string, string | undefined>,
  documentLimits: Record<string, RateLimit>,
  readSettings: ReadSettings<Settings>,
): Config<Settings> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value) given[name] = value;
  const production = isProduction(given);
  const environment: Environment = { given, production, mistakes: readSecretFiles(given, ["REDIS_URL"]) };
  const values = readVariables(processVariables, environment);
  if (!production && !isLoopback(given.HOST ?? "localhost") && given.ALLOW_REMOTE_DEVELOPMENT !== "true") {
    environment.mistakes.push(
      "HOST must be a loopback address such as 127.0.0.1 outside production, because a server in " +
        "development may accept any caller: set NODE_ENV=production, or ALLOW_REMOTE_DEVELOPMENT=true if that is what you want",
    );
  }
  const settings = readSettings(environment);
  const rateLimits = readRateLimits(documentLimits, environment);
  const { mistakes } = environment;
  if (values === undefined || settings === undefined || mistakes.length > 0) {
    throw new ConfigError(
      `The configuration has mistakes:\n${[...new Set(mistakes)].map((mistake) => `- ${mistake}`).join("\n")}`,
    );
  }
  return {
    production,
    logLevel: values.LOG_LEVEL,
    logSuccessRatio: values.LOG_SUCCESS_RATIO,
    drainMs: values.DRAIN_SECONDS * 1000,
    port: values.PORT,
    host: values.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ""),
    metricsPort: values.METRICS_PORT,
    tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceSampling: values.OTEL_TRACES_SAMPLER && {
      sampler: values.OTEL_TRACES_SAMPLER,
      ratio: values.OTEL_TRACES_SAMPLER_ARG ?? defaultSampling.ratio,
    },
    redisUrl: values.REDIS_URL,
    trustProxy: values.TRUST_PROXY,
    rateLimits,
    settings,
  };
}

/** Parses `global=120,reads=240`, in requests per window; the document defines the windows. */
function readRateLimits(
  documentLimits: Record<string, RateLimit>,
  { given, mistakes }: Environment,
): Record<string, RateLimit> {
  const limits = structuredClone(documentLimits);
  for (const part of (given.RATE_LIMITS ?? "").split(",").filter((one) => one.trim() !== "")) {
    const [, scope = "", number = ""] = /^\s*([^=\s]+)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? [];
    const limit = Object.hasOwn(limits, scope) ? limits[scope] : undefined;
    if (!limit || Number(number) < 1) {
      const scopes = Object.keys(limits);
      mistakes.push(
        scopes.length === 0
          ? `RATE_LIMITS must not be set, since the document has no rate limits: leave "${part}" out`
          : `RATE_LIMITS takes scope=number with one of ${scopes.join(", ")}, not "${part}"`,
      );
    } else {
      limit.limit = Number(number);
    }
  }
  return limits;
}
