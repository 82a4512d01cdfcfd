import type { ErrorCode } from '#contract/wire/errors.ts';

/**
 * State of an entry. `queued`: waits to be sent. `sending`: a request was started; the next drain queues it again if
 * that was interrupted. `conflict`, `refused`: waits for the user. `editing`: its content is a draft of its form; the
 * write that the form makes takes its place.
 */
type EntryState = 'queued' | 'sending' | 'conflict' | 'refused' | 'editing';

/** Why the last attempt failed. */
export type EntryError = {
  /** The kind of failure; see classify.ts. */
  class: 'no-answer' | 'later' | 'sign-in' | 'server-error' | 'conflict' | 'refused';
  /** HTTP status; 0 without an answer. */
  status: number;
  /** A code of the contract; a newer server's unknown code is stored unchanged. Null without an answer. */
  code: ErrorCode | string | null;
  /** The server's sentence; empty without an answer. */
  message: string;
  requestId: string;
  /** The whole error response: conflicting fields, current values. */
  body?: unknown;
};

/** A form and its content: the name of its draft, the path of its page, the values and the base of the edit. */
export type EntryOrigin = {
  form: string;
  path: string;
  values: unknown;
  base: unknown;
  /** Of an edit: where its content can be created anew when the thing is gone. */
  anew?: CreateForm | undefined;
};

/** The form for a new thing of a kind: as in EntryOrigin, with the fields that a form of edits does not have. */
export type CreateForm = { form: string; path: string; values: Readonly<Record<string, unknown>> };

/**
 * One write of one user, frozen when it was made. It contains everything that the drain needs, so that the worker, a
 * later release and an imported file need nothing else.
 */
export type Entry = {
  /** UUID; also its Idempotency-Key. */
  id: string;
  /** Sequence number for this user on this device: the order of entries, independent of clocks. */
  seq: number;
  uid: string;
  /** The endpoint: `POST /api/crops`. */
  endpoint: string;
  method: string;
  /** Path and query of the request. */
  path: string;
  /** Values of the path and query parameters, for display and editing. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The form in which it was written, so that it can be reopened there; null without a form. */
  origin: EntryOrigin | null;
  /** The kind of thing that it changes, in Korean. */
  noun: string;
  /** A short description for the user; undefined in entries of earlier releases. */
  summary?: string | undefined;
  /** The thing that it changes; entries of one lane are sent in order. */
  lane: string;
  /** Entries that must be sent before this one. */
  dependsOn: readonly string[];
  /** The JSON body; null if the body is a blob stored beside the entry. */
  body: string | null;
  payloadVersion: number;
  /** The release that created the entry. */
  build: string;
  /** Time of writing by the server's clock as far as it was known, epoch ms. */
  createdAt: number;
  /** Time of writing by the device's clock, epoch ms, and the server's offset to it. */
  deviceClock: number;
  serverOffset: number;
  state: EntryState;
  /** How often sending was started. While 0, a later edit of the same thing may be merged into it. */
  attempts: number;
  /** How often the server failed. */
  serverErrors: number;
  /** Earliest time of the next attempt, epoch ms of the device. */
  nextAt: number;
  /** The server set that time, so that an eager drain respects it, too. */
  mustWait: boolean;
  /** How many earlier entries were merged into this one. */
  merged: number;
  lastError: EntryError | null;
};

/** Initial fields of an entry. */
export const unsent = {
  state: 'queued',
  attempts: 0,
  serverErrors: 0,
  nextAt: 0,
  mustWait: false,
  merged: 0,
  lastError: null,
} as const;

/** The server's response to a write that was done. */
export type Receipt = {
  status: number;
  /** The response body, JSON. */
  body: string;
  requestId: string;
  /** The server had done it before: this attempt was a repeat. */
  isReplay: boolean;
  /** When the server answered, epoch ms of its clock; null if unknown, undefined in receipts of earlier releases. */
  answeredAt?: number | null;
};

/** How an entry left the outbox. `discarded`: by the user. `replaced`: by another entry. */
type Ending = 'sent' | 'discarded' | 'replaced';

/** An entry that has left the outbox, and how. */
export type HistoryItem = {
  id: string;
  /** Epoch ms of the device. */
  doneAt: number;
  ending: Ending;
  entry: Entry;
  /** The response to a sent entry. */
  receipt: Receipt | null;
};

/** The states in which an entry waits for the user. */
export const parkedStates: readonly EntryState[] = ['conflict', 'refused', 'editing'];

export const isParked = ({ state }: Pick<Entry, 'state'>) => parkedStates.includes(state);

/** The state of a write that the server does not have yet, as pages show it. */
type QueuedState = 'waiting' | 'sending' | 'attention';

/** The same, and `sent` for one that the server has and the data on the screen does not have yet. */
export type WrittenState = QueuedState | 'sent';

export function queuedStateOf(entry: Pick<Entry, 'state'>): QueuedState {
  return isParked(entry) ? 'attention' : entry.state === 'sending' ? 'sending' : 'waiting';
}
