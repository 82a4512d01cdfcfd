import { PUSH_PATH } from './push-link.ts';

type Pushed = {
  farmId: number;
  /** The secret token from the address. */
  token: string;
  /** The measured values, by their name on the wire. */
  sent: Record<string, string>;
};

/** The farm, its token of 96 bits, and the rest of the address. */
const target = new RegExp(`${PUSH_PATH}/(\\d{1,9})-([\\w-]{16})(.*)$`);

/**
 * Parses the request of a console. Firmware versions append the measurement to the path in different ways: after `?`,
 * `?&` or `&`, without a separator, or fully percent-encoded. Undefined for an address that cannot be ours.
 */
export function readPushed(url: string): Pushed | undefined {
  const [, farmId, token, rest] = target.exec(url) ?? [];
  if (farmId === undefined || token === undefined || rest === undefined) return undefined;
  const query = rest.includes('=') ? rest : unescaped(rest);
  return { farmId: Number(farmId), token, sent: Object.fromEntries(new URLSearchParams(query.replace(/^[/?&]+/, ''))) };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Malformed percent-encoding: the text contains no values.
  }
}
