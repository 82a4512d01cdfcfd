import { expect, it } from 'vitest';
import { stampOf } from './turns.ts';
import { createVersions } from './versions.ts';

const stamped = (version: number) => [{ name: stampOf('readings'), version }];

it('a stamp that rose by more than this process raised it tells of writes of others', () => {
  const versions = createVersions();
  versions.follow(stamped(5));
  const before = versions.ofPeers(['readings']);
  versions.own(stamped(6));
  expect(versions.ofPeers(['readings'])).toBe(before);
  versions.follow(stamped(6));
  expect(versions.ofPeers(['readings'])).toBe(before);
  // Another process has committed 7 since this one began.
  versions.own(stamped(8));
  expect(versions.ofPeers(['readings'])).toBeGreaterThan(before);
});
