import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default variant) with the OWASP minimum: 19 MiB, two passes, one lane; about 22 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Longer is nobody's password and would only cost hashing time. */
const MAX_PASSWORD_LENGTH = 1024;

/** Compared against when there is no such user, so that the time an answer takes does not tell. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  if (password === '' || password.length > MAX_PASSWORD_LENGTH) {
    throw new RangeError(`a password has 1 to ${MAX_PASSWORD_LENGTH} characters`);
  }
  return hash(composed(password), cost);
}

/** Whether the password is the hash's; without a hash (unknown user) it takes as long and is false. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const isPossible = password !== '' && password.length <= MAX_PASSWORD_LENGTH;
  const isRight = await verify(passwordHash ?? (await decoy), isPossible ? composed(password) : '-');
  return isRight && isPossible && passwordHash !== undefined;
}

/** The same Hangul typed on two systems may arrive composed or decomposed. */
function composed(password: string): string {
  return password.normalize('NFC');
}
