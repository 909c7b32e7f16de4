import { expect, test } from "vitest";
import { readRedisAddress, redisMistake } from "../../server/limiter/redis-address.ts";

test.each([
  ["redis://cache", ["redis://cache/"]],
  ["redis://u:p%2C@cache:6380/3", ["redis://u:p%2C@cache:6380/3"]],
  [
    "rediss://:p@one:6379,two,[::1]:6380/1",
    ["rediss://:p@one:6379/1", "rediss://:p@two/1", "rediss://:p@[::1]:6380/1"],
  ],
])("%s is one node, or several", (text, urls) => {
  expect(readRedisAddress(text)).toEqual({ kind: "nodes", urls });
  expect(redisMistake(text)).toBeUndefined();
});

test.each([
  [
    "redis+sentinel://one,two:26380/shop",
    {
      sentinels: [
        { host: "one", port: 26379 },
        { host: "two", port: 26380 },
      ],
      name: "shop",
    },
  ],
  [
    "rediss+sentinel://u:p%40@[::1]/my%20shop/2?sentinel_username=s&sentinel_password=q%2F",
    {
      sentinels: [{ host: "::1", port: 26379 }],
      name: "my shop",
      isEncrypted: true,
      login: { username: "u", password: "p@" },
      sentinelLogin: { username: "s", password: "q/" },
      database: 2,
    },
  ],
])("%s uses sentinels", (text, address) => {
  const plain = { kind: "sentinel", isEncrypted: false, login: {}, sentinelLogin: {}, database: 0 };
  expect(readRedisAddress(text)).toEqual({ ...plain, ...address });
  expect(redisMistake(text)).toBeUndefined();
});

test.each([
  ["http://cache:6379", "redis+sentinel://one:26379,two:26379/NAME"],
  ["redis://", "redis://host:6379"],
  ["redis://one,,two", "redis://host:6379"],
  ["redis://cache/first", "redis://host:6379"],
  ["redis://cache:port", "redis://host:6379"],
  ["redis+sentinel://one:26379", "/NAME"],
  ["redis+sentinel://one:26379/shop/first", "/NAME"],
  ["redis-sentinel://one/shop", "redis+sentinel://"],
  ["redis+cluster://one,two", "Redis Cluster isn't supported"],
  ["rediss-cluster://one,two", "Redis Cluster isn't supported"],
])("%s is refused", (text, reason) => {
  expect(redisMistake(text)).toContain(reason);
});

test("an error message contains no password", () => {
  expect(redisMistake("redis+cluster://shop:hunter2@one")).not.toContain("hunter2");
});
