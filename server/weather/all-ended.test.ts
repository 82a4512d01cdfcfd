import { expect, it } from 'vitest';
import { allEnded } from './all-ended.ts';

it('fails with the first failure, but not before all have ended', async () => {
  let isStored = false;
  const failing = Promise.reject(new Error('the disk is full'));
  const storing = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    isStored = true;
  });
  await expect(allEnded([failing, storing, Promise.reject(new Error('later'))])).rejects.toThrow('the disk is full');
  expect(isStored).toBe(true);
});
