export * from "@counterpart/server/errors";
