import { isIPv6 } from 'node:net';

/** IPv6 addresses by their /64, which one household or one attacker has as a whole. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':').toLowerCase()}::/64`;
}

/** The wider block that one attacker may hold many networks of: /24 of IPv4, /48 of IPv6. */
export function blockOf(network: string): string {
  const v4 = /^\d+\.\d+\.\d+(?=\.\d+$)/.exec(network)?.[0];
  if (v4) return `${v4}.0/24`;
  const v6 = /^(?:[0-9a-f]+:){3}(?=[0-9a-f]+::\/64$)/.exec(network)?.[0];
  return v6 ? `${v6}:/48` : network;
}
