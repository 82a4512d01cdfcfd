/** Page numbers to offer around the one shown: first, last, and the neighbours; null stands for a gap of several. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pageCount];
  // A gap of one page is that page.
  if (page === 4) near.push(2);
  if (page === pageCount - 3) near.push(pageCount - 1);
  const shown = [...new Set(near)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
  return shown.flatMap((number, at) => (at > 0 && number - (shown[at - 1] ?? 0) > 1 ? [null, number] : [number]));
}
