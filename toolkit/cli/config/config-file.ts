export const configFile = "counterpart.config.ts";
