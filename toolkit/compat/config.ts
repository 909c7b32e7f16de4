export * from "@counterpart/cli/config";
