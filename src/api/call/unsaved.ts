const unsaved = new Set<object>();

/** Called by a form with changes; nothing reloads the page until the answer was called. */
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
