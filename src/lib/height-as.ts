/**
 * A ref that keeps the height of its element in a CSS variable of the document while the element is there: for bars that
 * others stay clear of.
 */
export function heightAs(variable: `--${string}`) {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty(variable, `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty(variable);
    };
  };
}
