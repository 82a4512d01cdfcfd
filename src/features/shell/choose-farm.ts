/** The initial farm of a selector: the one with the initial index, otherwise the first; null without any. */
export function chooseFarm<Farm extends { index: number }>(
  farms: readonly Farm[],
  initial: number | null | undefined,
): Farm | null {
  return farms.find(({ index }) => index === initial) ?? farms[0] ?? null;
}
