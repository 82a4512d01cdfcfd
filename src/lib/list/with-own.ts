/** The choices, and the chosen one if it is no longer among them: it stays available where it was chosen. */
export function withOwn<Item>(items: readonly Item[], own: Item, keyOf: (item: Item) => unknown): readonly Item[] {
  return items.some((item) => keyOf(item) === keyOf(own)) ? items : [...items, own];
}
