/** Configuration is checked by hand, so that makers of gateways need no library. Errors name the wrong field. */
export function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is no object`);
  return Object.fromEntries(Object.entries(value));
}

export function wholeOf(value: unknown, name: string, least: number, most: number): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  if (!isWhole) throw new Error(`${name} is no whole number from ${least} to ${most}`);
  return value;
}

export function member<T extends string>(value: unknown, names: readonly T[], name: string): T {
  const found = names.find((one) => one === value);
  if (found === undefined) throw new Error(`${name} is none of ${names.join(', ')}`);
  return found;
}
