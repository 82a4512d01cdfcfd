import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { createWorkQueue, type Line } from './work-queue.ts';

/** Argon2id (the library's default variant) with the OWASP minimum: 19 MiB, two passes, one lane; about 22 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Longer is nobody's password and would only cost hashing time. */
const MAX_PASSWORD_LENGTH = 1024;

/**
 * Hashing is the only work here that anybody at all can ask for and that takes a processor for itself. One at a time,
 * two where there are processors to spare, leaves the event loop its own; a stranger's line is a second long.
 */
const queue = createWorkQueue({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  places: { owner: 100, stranger: 20 },
});

/** Compared against when there is no such user, so that the time an answer takes does not tell. */
let decoy: Promise<string> | undefined;

/** Throws RangeError for a password nobody types; rejects with QueueFull when too much is to be hashed already. */
export function hashPassword(password: string): Promise<string> {
  if (password === '' || password.length > MAX_PASSWORD_LENGTH) {
    throw new RangeError(`a password has 1 to ${MAX_PASSWORD_LENGTH} characters`);
  }
  return queue('owner', () => hash(composed(password), cost));
}

/**
 * Whether the password is the hash's; without a hash (unknown user) it takes as long and is false. Rejects with
 * QueueFull when too many in the line wait already.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  line: Line = 'owner',
): Promise<boolean> {
  // Not in line: what were refused once would be refused for ever.
  decoy ??= hash('nobody has this password', cost);
  const against = passwordHash ?? (await decoy);
  const isPossible = password !== '' && password.length <= MAX_PASSWORD_LENGTH;
  const isRight = await queue(line, async () => {
    const started = performance.now();
    const fits = await verify(against, isPossible ? composed(password) : '-');
    // A processor that strangers keep busy without a break is one that is missing everywhere else.
    if (line === 'stranger') await sleep(performance.now() - started);
    return fits;
  });
  return isRight && isPossible && passwordHash !== undefined;
}

/** The same Hangul typed on two systems may arrive composed or decomposed. */
function composed(password: string): string {
  return password.normalize('NFC');
}
