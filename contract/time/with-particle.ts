import { type Particle, particleForms } from './korean-text.ts';

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
/** Position of rieul among the 28 finals of a syllable block (Unicode 16, section 3.12). */
const RIEUL = 8;

type Ending = 'vowel' | 'rieul' | 'consonant';

/** Final sounds of the Korean names of the digits 0 to 9. */
const digitEndings: readonly Ending[] = [
  'consonant',
  'rieul',
  'vowel',
  'consonant',
  'vowel',
  'vowel',
  'consonant',
  'rieul',
  'rieul',
  'vowel',
];

function endingOf(word: string): Ending {
  // NFKC turns '₂' into '2' and '℃' into '°C'; brackets and quotes at the end are not spoken.
  const last = word.normalize('NFKC').match(/[\p{L}\p{N}%](?=[^\p{L}\p{N}%]*$)/u)?.[0];
  if (last === undefined) return 'vowel';
  const code = last.charCodeAt(0);
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) {
    const final = (code - FIRST_SYLLABLE) % FINALS;
    if (final === 0) return 'vowel';
    return final === RIEUL ? 'rieul' : 'consonant';
  }
  if (/\d/.test(last)) return digitEndings[Number(last)] ?? 'vowel';
  // Read as letters, only L, R, M and N end in a consonant.
  if (/[lr]/i.test(last)) return 'rieul';
  return /[mn]/i.test(last) ? 'consonant' : 'vowel';
}

/** The word with the form of the particle that its last sound requires. */
export function withParticle(word: string, particle: Particle): string {
  return word + particleForms[particle][endingOf(word)];
}
