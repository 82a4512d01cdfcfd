/** Puts text on the clipboard; false where the browser does not let us (plain http, old iOS), so that one can say so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard without https, or refused: the old way still works in most browsers.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0';
  // Beside the button, because a dialog keeps the focus within itself.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Marks everything inside an element, as somebody would with the mouse, so that it can be copied by hand. */
export function selectAll(element: Element | null): void {
  const selection = getSelection();
  if (element && selection) selection.selectAllChildren(element);
}
