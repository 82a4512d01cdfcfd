const plain = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Whether a name was typed as it is written; how a keyboard composes syllables and spaces does not matter. */
export function isSameName(typed: string, name: string): boolean {
  return plain(typed) === plain(name);
}
