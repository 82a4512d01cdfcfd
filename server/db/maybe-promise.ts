/** A value that one engine returns synchronously and another asynchronously. Callers await it. */
export type MaybePromise<Value> = Value | Promise<Value>;
