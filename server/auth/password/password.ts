import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { createWorkQueue, type Priority } from './work-queue.ts';

/** Argon2id (the library's default variant) with the OWASP minimum: 19 MiB, two passes, one lane; about 22 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Characters. Nobody types a longer password, and hashing it would only cost time. */
const MAX_PASSWORD_LENGTH = 1024;

/**
 * Anyone can make the server hash, and hashing occupies a whole processor. One hash at a time, or two where there are
 * more than two processors, keeps the event loop responsive; a full queue of strangers takes about a second.
 */
const queue = createWorkQueue({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  places: { owner: 100, stranger: 20 },
});

/** Verified against when the user does not exist, so that the response time does not tell. */
let decoy: Promise<string> | undefined;

/** Throws RangeError for an empty or too long password; rejects with QueueFull when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  if (password === '' || password.length > MAX_PASSWORD_LENGTH) {
    throw new RangeError(`a password has 1 to ${MAX_PASSWORD_LENGTH} characters`);
  }
  return queue('owner', () => hash(composed(password), cost));
}

/**
 * Whether the password matches the hash. Without a hash (unknown user) it takes as long and returns false. Rejects with
 * QueueFull when the queue is full.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  priority: Priority = 'owner',
): Promise<boolean> {
  // Not through the queue: a single refusal would be remembered as a rejected promise for ever.
  decoy ??= hash('nobody has this password', cost);
  const against = passwordHash ?? (await decoy);
  const isPossible = password !== '' && password.length <= MAX_PASSWORD_LENGTH;
  const isRight = await queue(priority, async () => {
    const started = performance.now();
    const fits = await verify(against, isPossible ? composed(password) : '-');
    // Strangers use at most half of the time, so that they cannot keep a processor busy without a break.
    if (priority === 'stranger') await sleep(performance.now() - started);
    return fits;
  });
  return isRight && isPossible && passwordHash !== undefined;
}

/** Two systems may send the same Hangul composed or decomposed. */
function composed(password: string): string {
  return password.normalize('NFC');
}
