import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayAfter, localTime, startOfDay, timeZoneIn } from "../../server/domain/time-zone.ts";

describe("a time zone", () => {
  test.each([
    ["Europe/Dublin", "Europe/Dublin"],
    ["europe/dublin", "Europe/Dublin"],
    ["UTC", "UTC"],
    ["+02:00", undefined],
    ["Mars/Olympus", undefined],
    ["", undefined],
  ])("%j is %s", (text, zone) => expect(timeZoneIn(text)).toBe(zone));

  test.each([
    ["2026-11-29", "UTC", "2026-11-29T00:00:00.000Z"],
    ["2026-11-29", "Asia/Tokyo", "2026-11-28T15:00:00.000Z"],
    ["2026-07-01", "Europe/Dublin", "2026-06-30T23:00:00.000Z"],
    ["2026-11-29", "Asia/Kathmandu", "2026-11-28T18:15:00.000Z"],
    // The clocks of Cairo go from midnight to one, and those of Havana from one to midnight.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  ])("%s begins in %s at %s", (day, zone, start) => {
    expect(new Date(startOfDay(day, zone) ?? 0).toISOString()).toBe(start);
  });

  test.each(["2026-02-31", "today", "2026-1-1", ""])("%j isn't a day", (text) => {
    expect(startOfDay(text, "Europe/Dublin")).toBeUndefined();
  });

  test("has days that follow each other, and each moment in one of them", () => {
    const zones = fc.constantFrom(
      "UTC",
      "Europe/Dublin",
      "America/St_Johns",
      "Asia/Tokyo",
      "Africa/Cairo",
      "America/Havana",
    );
    const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(moments, zones, (ms, zone) => {
        const { day } = localTime(ms, zone);
        const [start = 0, end = 0] = [startOfDay(day, zone), startOfDay(dayAfter(day, 1), zone)];
        expect([start <= ms, ms < end]).toEqual([true, true]);
        expect([localTime(start, zone).day, localTime(start - 1, zone).day]).toEqual([
          day,
          dayAfter(day, -1),
        ]);
      }),
    );
  });
});
