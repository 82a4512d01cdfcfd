/** Page numbers to show: first, last, and the neighbours of the current one; null for a gap of several. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pageCount];
  // Show the page itself instead of a gap of one page.
  if (page === 4) near.push(2);
  if (page === pageCount - 3) near.push(pageCount - 1);
  const shown = [...new Set(near)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
  return shown.flatMap((number, at) => (at > 0 && number - (shown[at - 1] ?? 0) > 1 ? [null, number] : [number]));
}
