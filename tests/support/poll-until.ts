/** Asks until the answer satisfies, at most for `withinMs`; throws with the last answer otherwise. */
export async function pollUntil<T>(
  ask: () => Promise<T> | T,
  satisfies: (answer: T) => boolean,
  withinMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
