/** A page that nobody looks at paints nothing, ms. */
const LONGEST_MS = 100;

/** Resolves when what was just changed is on the screen: in the task after the next frame. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
