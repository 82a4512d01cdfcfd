import type { ErrorCode } from '#contract/wire/errors.ts';

/**
 * Where an entry stands. `queued`: waits for its turn. `sending`: was handed to the network; found by whoever takes the
 * lock next, it is queued again. `conflict`, `refused`: wait for the person.
 */
type EntryState = 'queued' | 'sending' | 'conflict' | 'refused';

/** Why the last attempt came to nothing. */
export type EntryError = {
  /** What to do about it; see classify.ts. */
  class: 'no-answer' | 'later' | 'sign-in' | 'server-error' | 'conflict' | 'refused';
  /** HTTP status; 0 without an answer. */
  status: number;
  /** Of the contract; what a newer server says stands here as it came. Null without an answer. */
  code: ErrorCode | string | null;
  /** The sentence of the server; empty without an answer. */
  message: string;
  requestId: string;
  /** The whole refusal as it was answered: fields in question, values stored meanwhile. */
  body?: unknown;
};

/** A form and what stood in it: the name of its draft, the path of its page, the values and what they were edited from. */
export type EntryOrigin = { form: string; path: string; values: unknown; base: unknown };

/**
 * One write of one person, frozen as it was made. Everything the drain needs stands in it, so that the worker, a
 * later release and a file read back in need nothing else.
 */
export type Entry = {
  /** UUID; also its Idempotency-Key. */
  id: string;
  /** Counts up on this device for this user: the order of entries, whatever the clocks say. */
  seq: number;
  uid: string;
  /** The endpoint it is of: `POST /api/crops`. */
  endpoint: string;
  method: string;
  /** Path and query as they are asked. */
  path: string;
  /** What filled the path and the query, for showing and editing. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The form it was written in, so that it can be opened there again; null where there was none. */
  origin: EntryOrigin | null;
  /** What it is about, in the user's words. */
  noun: string;
  /** What a person knows it by; missing in what an earlier release froze. */
  summary?: string | undefined;
  /** The thing it is about; entries of one lane are sent in order. */
  lane: string;
  /** Entries that must have left before. */
  dependsOn: readonly string[];
  /** The JSON as it is sent; null where bytes stand beside the entry. */
  body: string | null;
  payloadVersion: number;
  /** Release that froze it. */
  build: string;
  /** Of the server's clock as far as it is known, epoch ms. */
  createdAt: number;
  /** Of the device's clock, epoch ms, and how far the server's was ahead. */
  deviceClock: number;
  serverOffset: number;
  state: EntryState;
  /** How often it was handed to the network. While 0 a later edit of the same thing may be put into it. */
  attempts: number;
  /** How often the server itself failed. */
  serverErrors: number;
  /** Not before, epoch ms of the device. */
  nextAt: number;
  /** The server named that time, so that no good moment comes before it. */
  mustWait: boolean;
  /** How many earlier entries were put into this one. */
  merged: number;
  lastError: EntryError | null;
};

/** What the server said when it had done what an entry asks. */
export type Receipt = {
  status: number;
  /** The answer, JSON. */
  body: string;
  requestId: string;
  /** It had been done before: this attempt was a repeat. */
  isReplay: boolean;
};

/** How an entry left. `discarded`: the person gave it up. `replaced`: another entry stands for it. */
type Ending = 'sent' | 'discarded' | 'replaced';

/** An entry that has left, and how. */
export type HistoryItem = {
  id: string;
  /** Epoch ms of the device. */
  doneAt: number;
  ending: Ending;
  entry: Entry;
  /** Of what was sent. */
  receipt: Receipt | null;
};

/** Whether the person has to do something before it can leave. */
export const isParked = ({ state }: Pick<Entry, 'state'>) => state === 'conflict' || state === 'refused';
