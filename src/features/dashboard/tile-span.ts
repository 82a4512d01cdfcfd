/**
 * How much of two columns on phones and of six elsewhere a tile takes, so that a house ends without a hole.
 * `isLarge` says of each tile of the house, in order, whether it is the large kind; those come first.
 */
export function tileSpan(isLarge: readonly boolean[], at: number): string {
  const large = isLarge.filter(Boolean).length;
  const small = isLarge.length - large;
  if (at < large) return `col-span-2 ${large > 1 ? 'sm:col-span-3' : largeSpan(small)}`;
  const isLast = at === isLarge.length - 1;
  const phone = isLast && small % 2 === 1 ? 'col-span-2' : 'col-span-1';
  if (large !== 1) return `${phone} sm:col-span-2`;
  if (small < 4) return `${phone} ${isLast && small !== 2 ? 'sm:col-span-4' : 'sm:col-span-2'}`;
  // Below the large one they stand in threes, the last two as halves of the width.
  return `${phone} ${small % 3 === 0 && at >= isLarge.length - 2 ? 'sm:col-span-3' : 'sm:col-span-2'}`;
}

/** Two or four small ones stand beside the large one: as many as leave full rows of three below. */
function largeSpan(small: number): string {
  if (small === 0) return 'sm:col-span-6';
  if (small < 3) return 'sm:col-span-2';
  return small > 4 && small % 3 === 2 ? 'sm:col-span-4 sm:row-span-2' : 'sm:col-span-2 sm:row-span-2';
}
