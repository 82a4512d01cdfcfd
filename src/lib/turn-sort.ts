/** What to sort by after a press on the head of a column: upwards first, then downwards, then upwards again. */
export function turnSort(sort: string | undefined, key: string): string {
  return sort === key ? `-${key}` : key;
}
