import { hangulKeyRow } from './data-key-rows.ts';
import { passwordProblems } from './user-text.ts';

/**
 * Shorter passwords are guessed in hours. NIST SP 800-63B-4 asks for 8 with a second factor and 15 without; this is
 * between.
 */
const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 200;

/** Keyboard rows and alphabets along which people type simple passwords. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', hangulKeyRow];

/**
 * What is wrong with a new password, as a sentence; undefined when it is accepted. There are no composition rules,
 * since length counts most, and no list of leaked passwords.
 */
export function passwordProblem(password: string, person: { login: string; name: string }): string | undefined {
  const plain = password.normalize('NFC').toLowerCase();
  if ([...plain].length < MIN_PASSWORD_LENGTH) return passwordProblems.short;
  if (plain.length > MAX_PASSWORD_LENGTH) return passwordProblems.long;
  const personal = [person.login, person.name]
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word.length > 2);
  if (personal.some((word) => plain.includes(word))) return passwordProblems.personal;
  return isPlain(plain) ? passwordProblems.plain : undefined;
}

/** Whether the text is one repeated character, or only steps along rows. */
function isPlain(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = [...text].slice(1).filter((character, at) => isStep(text[at] ?? '', character)).length;
  return steps >= text.length * 0.8;
}

function isStep(from: string, to: string): boolean {
  return rows.some((row) => {
    const [one, other] = [row.indexOf(from), row.indexOf(to)];
    return one >= 0 && other >= 0 && Math.abs(one - other) === 1;
  });
}

/** Rough strength of a password, for the hint while typing. */
export function passwordStrength(password: string): 'weak' | 'fair' | 'strong' {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH || isPlain(password.toLowerCase())) return 'weak';
  return length >= 15 || (length >= 12 && new Set(password).size >= 9) ? 'strong' : 'fair';
}
