import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the server counts, in Prometheus' terms. One per app, so that tests do not share figures. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: 'onsil_http_requests_total',
      help: 'Requests answered, by method and status',
      labelNames: ['method', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'onsil_http_request_seconds',
      help: 'Time from request to answer',
      buckets: [0.005, 0.02, 0.1, 0.25, 1, 5],
      registers,
    }),
    readings: new Counter({
      name: 'onsil_readings_total',
      help: 'Readings that came in, by what became of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    replays: new Counter({
      name: 'onsil_http_replays_total',
      help: 'Writes sent again under their key, answered as they were the first time',
      registers,
    }),
    errors: new Counter({ name: 'onsil_errors_total', help: 'Requests that failed unexpectedly', registers }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
