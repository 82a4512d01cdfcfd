import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { quietLane } from '#contract/wire/quiet-lane.ts';
import { aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { type HistoryItem, unsent } from './entry.ts';
import { openOutboxDb } from './outbox-db.ts';
import { lastSent, pruneHistory } from './prune-history.ts';

const { after: _, ...wish } = aWrite();

/** So many items, one a ms from `doneAt` on; a write of a person that was sent. */
const items = (count: number, doneAt: number, ending: HistoryItem['ending'] = 'sent', lane?: string): HistoryItem[] =>
  Array.from({ length: count }, (__, at) => {
    const id = crypto.randomUUID();
    const entry = { ...wish, ...unsent, id, uid: 'u', seq: 1, dependsOn: [], lane: lane ?? id };
    return { id, doneAt: doneAt + at, ending, receipt: null, entry };
  });

/** What is left of this history after another addition at `now`, oldest first. */
async function leftOf(uid: string, history: readonly HistoryItem[], now: number): Promise<HistoryItem[]> {
  const db = openOutboxDb(uid);
  await db.history.bulkPut([...history]);
  await pruneHistory(db, now);
  const left = await db.history.orderBy('doneAt').toArray();
  db.dexie.close();
  return left;
}

const later = 8 * DAY_MS;

test('the last two hundred that were sent stay, whatever was discarded, replaced or noted by the app since', async () => {
  const sent = items(250, 0);
  const others = [
    ...items(40, 1_000, 'discarded'),
    ...items(40, 2_000, 'replaced'),
    ...items(70, 3_000, 'sent', quietLane('post')),
  ];
  const left = await leftOf('prune', [...sent, ...others], later);
  expect(left).toEqual([...sent.slice(50), ...others.slice(100)]);
  expect(lastSent(left.toReversed())).toEqual(sent.slice(50).toReversed());
});

test('of those of the last week all stay, and two hundred are shown', async () => {
  const young = [...items(240, 0), ...items(60, 1_000, 'sent', quietLane('post'))];
  const left = await leftOf('prune-young', young, 6 * DAY_MS);
  expect(left).toEqual(young);
  expect(lastSent(left.toReversed())).toHaveLength(200);
});
