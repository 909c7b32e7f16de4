export * from "@counterpart/server/settings";
