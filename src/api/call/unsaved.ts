const unsaved = new Set<object>();

/** Called by a form with changes; the page is not reloaded until the returned function is called. */
export function markUnsaved(): () => void {
  const mark = {};
  unsaved.add(mark);
  return () => {
    unsaved.delete(mark);
  };
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
