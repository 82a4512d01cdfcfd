import { describe, expect, it } from 'vitest';
import { blockOf, networkOf } from './network.ts';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is bounded even when a proxy passes on nonsense', () => {
    expect(networkOf('x'.repeat(10_000))).toHaveLength(64);
  });

  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
    ['a.b.c.d', 'a.b.c.d'],
  ])('%s lies in the block %s', (address, block) => {
    expect(blockOf(networkOf(address))).toBe(block);
  });
});
