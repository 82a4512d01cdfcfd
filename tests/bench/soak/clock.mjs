// Loaded into a server before it starts: its time passes faster, and what it does by the minute or slower comes as much
// more often. Time limits of requests, leases and the database stay what they are.
import pg from 'pg';

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

// The database's clock passes as fast: a process whose clock differs from it takes no readings.
const { query } = pg.Client.prototype;
const atPace = `(to_timestamp(${from} / 1e3) + (clock_timestamp() - to_timestamp(${since} / 1e3)) * ${pace})`;
pg.Client.prototype.query = function askAtPace(asked, ...rest) {
  const { text } = Object(asked);
  if (!text?.includes('clock_timestamp()')) return query.call(this, asked, ...rest);
  return query.call(this, { ...asked, text: text.replace('clock_timestamp()', atPace) }, ...rest);
};
