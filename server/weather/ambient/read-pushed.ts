import { PUSH_PATH } from './push-link.ts';

type Pushed = {
  farmId: number;
  /** The secret of the address, as it was given. */
  token: string;
  /** What was measured, by its name on the wire. */
  sent: Record<string, string>;
};

/** The farm, its secret of 96 bits, and whatever stands behind it. */
const target = new RegExp(`${PUSH_PATH}/(\\d{1,9})-([\\w-]{16})(.*)$`);

/**
 * What a console asked for. Firmware differs in how it hangs the measurement on the path it was given: behind `?`, `?&`
 * or `&`, behind nothing at all, and with all of it escaped. Undefined for an address that cannot be one of ours.
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
    return text; // No escapes of ours: what it says is read as nothing.
  }
}
