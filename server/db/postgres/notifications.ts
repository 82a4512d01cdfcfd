import pg from 'pg';
import { SECOND_MS } from '#contract/time/time.ts';

const CHANNEL = 'onsil';
/** Told to all by a process that was cut off: what it had to tell meanwhile is lost. */
const MISSED = 'missed';

const RETRY_MS = SECOND_MS;
/** A connection that does not answer for so long has broken without a word. */
const BEAT_MS = 5 * SECOND_MS;

type Listener = { onNews(news: string): void; onMissed(): void };

/**
 * What processes tell each other at once, over a connection of its own: no transaction carries a word, or all commits
 * would wait for each other. Words are hints. Who was cut off is told so, and so are the others.
 */
export class News {
  readonly #config: pg.ClientConfig;
  readonly #listeners = new Set<Listener>();
  #client: pg.Client | undefined;
  #beat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, query_timeout: BEAT_MS };
  }

  /** Throws where the database cannot be reached; once it could be, connections that are lost are made anew. */
  async open(): Promise<void> {
    const client = new pg.Client(this.#config);
    const lost = () => this.#lose(client);
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId === Reflect.get(client, 'processID')) return;
      for (const { onNews, onMissed } of this.#listeners) {
        if (payload === MISSED) onMissed();
        else onNews(payload);
      }
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    this.#client = client;
    this.#beat = setInterval(() => client.query('select 1').catch(lost), BEAT_MS);
    if (this.#isClosed) await this.close();
  }

  tell(news: readonly string[]): void {
    const client = this.#client;
    if (!client || news.length === 0) return;
    const text = `select pg_notify('${CHANNEL}', told) from unnest($1::text[]) as told`;
    client.query(text, [news]).catch(() => this.#lose(client));
  }

  hear(onNews: Listener['onNews'], onMissed: Listener['onMissed']): () => void {
    const listener = { onNews, onMissed };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #lose(client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    clearInterval(this.#beat);
    client.end().catch(() => {});
    this.#again();
  }

  #again(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.open().then(
        () => {
          for (const { onMissed } of this.#listeners) onMissed();
          this.tell([MISSED]);
        },
        () => this.#again(),
      );
    }, RETRY_MS);
  }
}
