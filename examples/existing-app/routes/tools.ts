import { fileURLToPath } from "node:url";
import { Router } from "express";
import multer from "multer";
import type { Tools } from "../tools.ts";
import { signedIn } from "./session.ts";

const placeholder = fileURLToPath(new URL("../no-photo.svg", import.meta.url));

export function toolsRouter(tools: Tools): Router {
  const router = Router();
  const upload = multer({ limits: { fileSize: 1024 * 1024 } });
  router.get("/", (req, res) => {
    const { category, limit = "20" } = req.query;
    res.json(tools.list(category as string | undefined).slice(0, Number(limit)));
  });
  router.post("/", signedIn, (req, res) => {
    const tool = tools.add(req.body);
    res.status(201).location(`/tools/${tool.id}`).json(tool);
  });
  router.get("/:id", (req, res, next) => {
    const tool = tools.find(Number(req.params.id));
    if (tool) res.json(tool);
    else next(Object.assign(new Error("There is no such tool."), { status: 404 }));
  });
  router.patch("/:id", signedIn, (req, res) => {
    const tool = tools.change(Number(req.params.id), req.body);
    if (tool) res.json(tool);
    else res.status(404).json({ error: "There is no such tool." });
  });
  router.delete("/:id", signedIn, (req, res) => {
    tools.remove(Number(req.params.id));
    res.sendStatus(204);
  });
  router.put("/:id/photo", signedIn, upload.single("photo"), (req, res) => {
    if (!req.file) return void res.status(400).json({ error: "Send a photo." });
    tools.photos.set(Number(req.params.id), req.file.buffer);
    res.json({ bytes: req.file.size });
  });
  router.get("/:id/photo", (req, res) => {
    const photo = tools.photos.get(Number(req.params.id));
    if (photo) res.type("png").end(photo);
    else res.sendFile(placeholder);
  });
  return router;
}
