/** The parsed JSON; undefined if it is truncated or invalid, and for bytes, which schemas refuse. */
export function jsonOf(content: string | Blob): unknown {
  if (typeof content !== 'string') return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
