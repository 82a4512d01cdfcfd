// Loaded into a server before it starts: its time passes faster, and what it does by the minute or slower comes as much
// more often. Time limits of requests, leases and the database stay what they are.
const [from, since, pace] = (process.env.BENCH_CLOCK ?? '').split(' ').map(Number);
const RealDate = Date;
const now = () => Math.floor(from + (RealDate.now() - since) * pace);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [now()]));
  }
  static now = now;
};

const interval = globalThis.setInterval;
globalThis.setInterval = (run, ms, ...given) => interval(run, ms >= 60_000 ? ms / pace : ms, ...given);
