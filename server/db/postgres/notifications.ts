import pg from 'pg';
import { SECOND_MS } from '#contract/time/time.ts';

const CHANNEL = 'onsil';
/** Sent by a process whose connection was lost: its messages of that time are lost. */
const MISSED = 'missed';

const RETRY_MS = SECOND_MS;
/** A connection without an answer for this long is lost. */
const HEARTBEAT_MS = 5 * SECOND_MS;

type Listener = { onMessage(message: string): void; onMissed(): void };

/**
 * Messages between processes, over a connection of its own: NOTIFY within a transaction would make all commits wait for
 * each other. They are hints without a guarantee; after a lost connection both sides get `onMissed`.
 */
export class Notifications {
  readonly #config: pg.ClientConfig;
  readonly #listeners = new Set<Listener>();
  #client: pg.Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, query_timeout: HEARTBEAT_MS };
  }

  /** Throws when the database cannot be reached. After the first success a lost connection is reopened. */
  async open(): Promise<void> {
    const client = new pg.Client(this.#config);
    const lost = () => this.#lose(client);
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId === Reflect.get(client, 'processID')) return;
      for (const { onMessage, onMissed } of this.#listeners) {
        if (payload === MISSED) onMissed();
        else onMessage(payload);
      }
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    this.#client = client;
    this.#heartbeat = setInterval(() => client.query('select 1').catch(lost), HEARTBEAT_MS);
    if (this.#isClosed) await this.close();
  }

  publish(messages: readonly string[]): void {
    const client = this.#client;
    if (!client || messages.length === 0) return;
    const text = `select pg_notify('${CHANNEL}', message) from unnest($1::text[]) as message`;
    client.query(text, [messages]).catch(() => this.#lose(client));
  }

  subscribe(onMessage: Listener['onMessage'], onMissed: Listener['onMissed']): () => void {
    const listener = { onMessage, onMissed };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #lose(client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    client.end().catch(() => {});
    this.#reopen();
  }

  #reopen(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.open().then(
        () => {
          for (const { onMissed } of this.#listeners) onMissed();
          this.publish([MISSED]);
        },
        () => this.#reopen(),
      );
    }, RETRY_MS);
  }
}
