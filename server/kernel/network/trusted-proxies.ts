import { BlockList, isIP } from 'node:net';

/** Proxies whose X-Forwarded headers are trusted. Node's BlockList serves only as a set of networks. */
export type TrustedProxies = Pick<BlockList, 'check'>;

/**
 * Parses TRUST_PROXY: 0 is nobody, 1 a proxy on this machine, else addresses and networks ('10.0.0.2,192.168.0.0/16').
 * Undefined for anything else.
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const entries = text === '1' ? ['127.0.0.0/8', '::1'] : text === '0' ? [] : text.split(',');
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.trim().split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || Number(bits) > most) return undefined;
    list.addSubnet(address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
