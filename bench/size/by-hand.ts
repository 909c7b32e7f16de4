import { Ajv2020 } from "ajv/dist/2020.js";
import express, { type RequestHandler, type Response } from "express";
import multer from "multer";
import { list, schemas } from "./document.ts";

// The same routes with common libraries only: no log, headers or metrics.
const ajv = new Ajv2020({ strict: false });
const app = express();
const json = express.json({ limit: "1mb" });
const files = multer({ storage: multer.memoryStorage() });

function check(schema: object): RequestHandler {
  const isValid = ajv.compile(schema);
  return (req, res, next) => void (isValid(req.body) ? next() : res.status(400).json({}));
}

function answering(schema: object) {
  const isValid = ajv.compile(schema);
  return (res: Response, body: unknown) => void (isValid(body) ? res.json(body) : res.status(500).json({}));
}

const answerFive = answering(schemas.fiveParameters.response);
app.get("/five/:a/:b/:c/:d/:e", ({ params }, res) => answerFive(res, { ...params, e: Number(params.e) }));

const answerLength = answering(schemas.largeBody.response);
app.post("/large-body", json, check(schemas.largeBody.request), ({ body }, res) =>
  answerLength(res, { length: body.text.length }),
);
app.post("/list", json, check(schemas.takeList.request), ({ body }, res) =>
  answerLength(res, { length: body.items.length }),
);
app.post("/upload", files.single("file"), ({ file, body }, res) => {
  if (!file || typeof body.title !== "string") return void res.status(400).json({});
  answerLength(res, { length: file.size });
});

const answerList = answering(schemas.giveList.response);
app.get("/list", (_req, res) => answerList(res, { items: list }));
app.listen(Number(process.env.PORT), "127.0.0.1");
