/** Time limit, because a hidden page does not paint, ms. */
const LONGEST_MS = 100;

/** Resolves when the last change is on the screen: in the task after the next frame. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
