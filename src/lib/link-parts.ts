/** A piece of a plain text: words, or an address that may be followed and the host it leads to. */
type TextPart = { text: string } | { text: string; href: string; host: string };

const CANDIDATE = /https?:\/\/[^\s<>"'`{}|\\^]+/gi;
/** Marks that end a sentence and not an address. */
const TRAILING = /[.,:;!?…·」』”’]+$/u;

/**
 * The words of a plain text and the addresses in it: http and https alone, without a user name, which would hide where
 * they lead. `host` is written as the network knows it, so that letters of another script that look alike are seen.
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

/** Without the mark of the sentence, and without a bracket that was opened before the address. */
function trimmed(candidate: string): string {
  const address = candidate.replace(TRAILING, '');
  const isOpenedOutside = address.endsWith(')') && !address.includes('(');
  return isOpenedOutside ? trimmed(address.slice(0, -1)) : address;
}
