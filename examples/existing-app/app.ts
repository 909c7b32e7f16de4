import cookieSession from "cookie-session";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { loansRouter } from "./routes/loans.ts";
import { sessionRouter } from "./routes/session.ts";
import { toolsRouter } from "./routes/tools.ts";
import { createTools } from "./tools.ts";

/** An application of a lending library for tools, as it was before it had a contract. @param front goes before the routes */
export function createApp(front: RequestHandler[] = [], tools = createTools()): express.Application {
  const app = express();
  app.use(
    cookieSession({ name: "session", keys: ["only for this example"], httpOnly: true, sameSite: "lax" }),
  );
  for (const one of front) app.use(one);
  app.use(express.json());
  app.get("/ping", (_req, res) => void res.send("pong"));
  app.use("/session", sessionRouter());
  app.use("/tools", toolsRouter(tools));
  app.use("/loans", loansRouter(tools));
  const answerError: ErrorRequestHandler = (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const status = error.status ?? 500;
    const message = status < 500 ? error.message : "Something went wrong.";
    res.status(status).json({ error: message });
  };
  app.use(answerError);
  return app;
}
