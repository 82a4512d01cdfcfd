/**
 * Finds something out once for each object, and not at every look. The object must never be changed in place.
 */
export function oncePer<Given extends object, Found>(find: (given: Given) => Found): (given: Given) => Found {
  const known = new WeakMap<Given, { found: Found }>();
  return (given) => {
    const before = known.get(given);
    if (before) return before.found;
    const found = find(given);
    known.set(given, { found });
    return found;
  };
}
