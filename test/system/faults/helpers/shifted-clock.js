// Preloaded into a server whose clock a test moves between its starts: minutes that nobody has to wait for.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const now = Date.now.bind(Date);
Date.now = () => now() + shiftMs;
