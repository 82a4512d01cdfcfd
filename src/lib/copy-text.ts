/** Copies text to the clipboard; false where the browser refuses (plain http, old iOS). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard API without https, or it refused: execCommand still works in most browsers.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0';
  // Beside the button, because a dialog traps the focus.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Selects the content of an element, so that the user can copy it. */
export function selectAll(element: Element | null): void {
  const selection = getSelection();
  if (element && selection) selection.selectAllChildren(element);
}
