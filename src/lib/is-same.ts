/** Whether two form values are equal: plain objects and lists by content, others by Object.is. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ones, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    ones.size === others.size && [...ones].every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  );
}
