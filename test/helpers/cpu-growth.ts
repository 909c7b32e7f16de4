/**
 * How many times more processor time the larger input takes, the best of a few attempts: other processes take time, but
 * none of ours. Differences below a few milliseconds count as none.
 */
export function cpuGrowth<T>(run: (input: T) => unknown, small: T, large: T): number {
  const floorMs = 5;
  const [least, most] = [small, large].map((input) => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      run(input);
      return process.cpuUsage(before).user / 1000;
    });
    return Math.max(floorMs, Math.min(...times));
  });
  return (most ?? 0) / (least ?? 1);
}
