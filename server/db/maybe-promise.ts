/** What one engine answers at once and another after a while: awaited by whoever asks, so that the first never waits. */
export type MaybePromise<Value> = Value | Promise<Value>;
