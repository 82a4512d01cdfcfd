const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Syllable blocks that share one initial consonant (21 vowels × 28 finals). */
const PER_INITIAL = 588;

/** Compatibility jamo (what a keyboard types) of the 19 initial consonants, in syllable order. */
const initials = [
  0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
  0x314a, 0x314b, 0x314c, 0x314d, 0x314e,
].map((code) => String.fromCharCode(code));

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, '');

function initialOf(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return letter;
  return initials[Math.floor((code - FIRST_SYLLABLE) / PER_INITIAL)] ?? letter;
}

/** Whether the text contains the query, typed in full or by initial consonants; ignores spaces and case. */
export function matchesSearch(text: string, query: string): boolean {
  const wanted = [...plain(query)];
  const letters = [...plain(text)];
  const fits = (letter: string, typed: string | undefined) => letter === typed || initialOf(letter) === typed;
  if (wanted.length === 0) return true;
  return letters.some(
    (_, from) =>
      from + wanted.length <= letters.length && wanted.every((typed, at) => fits(letters[from + at] ?? '', typed)),
  );
}

/** Whether a typed name equals a name; ignores Unicode composition and spaces. */
export function isSameName(typed: string, name: string): boolean {
  const plainName = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ');
  return plainName(typed) === plainName(name);
}
