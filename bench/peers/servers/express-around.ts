import express, { type Express } from "express";
import { rateLimit } from "express-rate-limit";
import helmet from "helmet";
import { pinoHttp } from "pino-http";
import { errors, limit, minuteMs } from "./shop.ts";

/** An Express with a log line per request, security headers, a rate limit per key, and parsed bodies. */
export function expressAround(): Express {
  const app = express();
  app.use(pinoHttp({ redact: ["req.headers.authorization"] }));
  app.use(helmet());
  app.use(
    rateLimit({
      windowMs: minuteMs,
      limit,
      standardHeaders: "draft-6",
      legacyHeaders: false,
      keyGenerator: (req) => req.headers.authorization ?? "none",
      message: errors[429],
    }),
  );
  app.use(express.json());
  return app;
}
