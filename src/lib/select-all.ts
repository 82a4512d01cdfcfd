/** Marks everything inside an element, as somebody would with the mouse. */
export function selectAll(element: Element | null): void {
  const selection = getSelection();
  if (element && selection) selection.selectAllChildren(element);
}
