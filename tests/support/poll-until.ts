/** Calls until the result satisfies the condition, for at most `withinMs`; then throws with the last result. */
export async function pollUntil<T>(
  ask: () => Promise<T> | T,
  satisfies: (answer: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
