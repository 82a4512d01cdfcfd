import * as z from 'zod/mini';
import { jsonOf } from '../json-of.ts';
import type { Entry } from './entry.ts';

const FORMAT = 'onsil-outbox';

const record = z.record(z.string(), z.unknown());

/** Where a form is found. */
const formPage = { form: z.string(), path: z.string() };

/** An entry as every release has written it; newer fields have a default for older files. */
const fileEntry = z.object({
  id: z.string(),
  uid: z.string(),
  seq: z.number(),
  endpoint: z.string(),
  method: z.string(),
  // A path on another host could leak the token.
  path: z.string().check(z.startsWith('/api/')),
  params: z._default(record, {}),
  query: z._default(record, {}),
  origin: z._default(
    z.nullable(
      z.object({
        ...formPage,
        values: z.unknown(),
        base: z.unknown(),
        anew: z.optional(z.object({ ...formPage, values: record })),
      }),
    ),
    null,
  ),
  noun: z._default(z.string(), ''),
  summary: z.optional(z.string()),
  lane: z.string(),
  dependsOn: z._default(z.array(z.string()), []),
  body: z.nullable(z.string()),
  payloadVersion: z.number(),
  build: z.string(),
  createdAt: z.number(),
  deviceClock: z.number(),
  serverOffset: z.number(),
  attempts: z._default(z.number(), 0),
  merged: z._default(z.number(), 0),
});

const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  uid: z.string(),
  entries: z.array(fileEntry),
  /** Data URLs by entry id. */
  blobs: z.record(z.string(), z.string()),
});

/** The outbox as a file that `readOutboxFile` can import: for a device that is about to be wiped or given away. */
export async function outboxFile(
  uid: string,
  entries: readonly Entry[],
  blobOf: (id: string) => Promise<Blob | undefined>,
): Promise<Blob> {
  const blobs: Record<string, string> = {};
  for (const { id, body } of entries) {
    const blob = body === null ? await blobOf(id) : undefined;
    if (blob) blobs[id] = await dataUrlOf(blob);
  }
  return new Blob([JSON.stringify({ format: FORMAT, version: 1, uid, entries, blobs })], { type: 'application/json' });
}

/**
 * The content of a file; null if it is not an outbox file, or another user's. `check` gives an entry as it may be queued,
 * or null for one that may not; `refused` is the number of those.
 */
export async function readOutboxFile(
  text: string,
  uid: string,
  check: (entry: Entry) => Entry | null,
): Promise<{ entries: Entry[]; blobs: Map<string, Blob>; refused: number } | null> {
  const read = file.safeParse(jsonOf(text));
  if (!read.success || read.data.uid !== uid) return null;
  const fresh = { state: 'queued', serverErrors: 0, nextAt: 0, mustWait: false, lastError: null } as const;
  const entries = read.data.entries.flatMap((entry) => check({ ...entry, ...fresh }) ?? []);
  const blobs = new Map<string, Blob>();
  for (const { id } of entries) {
    const blob = blobOfUrl(read.data.blobs[id] ?? '');
    if (blob) blobs.set(id, blob);
  }
  return { entries, blobs, refused: read.data.entries.length - entries.length };
}

async function dataUrlOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${blob.type};base64,${btoa(text)}`;
}

function blobOfUrl(url: string): Blob | null {
  const [, type, base64] = /^data:([\w/.+-]*);base64,([\w+/=]*)$/.exec(url) ?? [];
  if (type === undefined || base64 === undefined) return null;
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}
