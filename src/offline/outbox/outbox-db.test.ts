import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aWrite } from '../../../tests/support/outbox-harness.ts';
import { countUnsentOfOthers } from './outbox-db.ts';
import { openOutbox } from './outbox-store.ts';

test('what others have not sent is counted over all of them, without one’s own', async () => {
  expect(await countUnsentOfOthers('농부 B')).toBe(0);
  for (const uid of ['농부 A', '농부 A', '농부 B', '농부 C']) await openOutbox(uid).put(aWrite());
  expect(await countUnsentOfOthers('농부 B')).toBe(3);
  expect(await countUnsentOfOthers('농부 A')).toBe(2);
});
