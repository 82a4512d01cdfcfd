/** An object with these entries. `Object.fromEntries` takes six times as long, and each farm needs some every minute. */
export function recordOf<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const record: Record<string, Value> = {};
  for (const [key, value] of entries) record[key] = value;
  return record;
}
