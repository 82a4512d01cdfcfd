/** What JSON holds; undefined for what was cut short or garbled, and for bytes, which schemas refuse. */
export function jsonOf(content: string | Blob): unknown {
  if (typeof content !== 'string') return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
