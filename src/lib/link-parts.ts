/** A part of a plain text: words, or a link with its host. */
type TextPart = { text: string } | { text: string; href: string; host: string };

const CANDIDATE = /https?:\/\/[^\s<>"'`{}|\\^]+/gi;
/** Punctuation that ends a sentence and does not belong to the link. */
const TRAILING = /[.,:;!?…·」』”’]+$/u;

/**
 * Splits a plain text into words and links: only http and https, without a user name, which could hide the host.
 * `host` is in punycode, so that lookalike letters are visible.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(CANDIDATE)) {
    const address = trimmed(found[0]);
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') continue;
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    parts.push({ text: address, href: url.href, host: url.host });
    at = found.index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Without sentence punctuation, and without a closing bracket that was opened before the link. */
function trimmed(candidate: string): string {
  const address = candidate.replace(TRAILING, '');
  const isOpenedOutside = address.endsWith(')') && !address.includes('(');
  return isOpenedOutside ? trimmed(address.slice(0, -1)) : address;
}
