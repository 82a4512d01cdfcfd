import { LIVE_HEARTBEAT_MS, type LiveValues } from '#contract/monitor/live.ts';

/** A client with more waiting messages than this is disconnected; its page reconnects and reads again. */
const MAX_WAITING = 500;

const encoder = new TextEncoder();

type EventStreamOptions = {
  /** Calls `onValues` with values of any farm, and `onEnd` when nothing more may be sent. Returns how to unsubscribe. */
  subscribe(onValues: (values: LiveValues) => void, onEnd: () => void): () => void;
  /** Asked at each heartbeat: the farms whose values may be sent, or null when the stream must end. */
  readFarms(): Promise<ReadonlySet<number> | null>;
};

/**
 * The body of a stream of server-sent events: values as they are published, and heartbeats. It is made as the reader
 * takes it in. One web stream for each of thousands of readers: `streamSSE` of Hono needs three, and 20 kB more.
 */
export function createEventStream({ subscribe, readFarms }: EventStreamOptions): ReadableStream<Uint8Array> {
  const waiting: LiveValues[] = [];
  let farms: ReadonlySet<number> = new Set();
  // Not the clock, which may jump.
  let beatAt = performance.now();
  let isOver = false;
  let wake = () => {};
  let stop = () => {};
  function finish(): void {
    isOver = true;
    stop();
    wake();
  }
  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, beatAt - performance.now());
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  /** What is sent next; null at the end. */
  async function next(): Promise<string | null> {
    while (!isOver) {
      let text = '';
      if (performance.now() >= beatAt) {
        const readable = await readFarms();
        if (!readable) return null;
        farms = readable;
        beatAt = performance.now() + LIVE_HEARTBEAT_MS;
        text = ': beat\n\n';
      }
      // Together with the heartbeat: where rights are read slowly, the next one may already be due.
      const mine = waiting.splice(0).filter(({ farmIndex }) => farms.has(farmIndex));
      text += mine.map(eventOf).join('');
      if (text !== '') return text;
      await wait();
    }
    return null;
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (isOver) return;
          finish();
          controller.close();
        };
        stop = subscribe((values) => {
          if (!farms.has(values.farmIndex)) return;
          waiting.push(values);
          if (waiting.length > MAX_WAITING) end();
          else wake();
        }, end);
        if (isOver) stop();
      },
      async pull(controller) {
        const text = await next();
        if (isOver) return;
        if (text !== null) return controller.enqueue(encoder.encode(text));
        finish();
        controller.close();
      },
      cancel: finish,
    },
    // Nothing is made before it is asked for.
    { highWaterMark: 0 },
  );
}

const eventOf = (values: LiveValues) => `event: values\ndata: ${JSON.stringify(values)}\n\n`;
