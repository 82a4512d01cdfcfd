import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/**
 * Draws the app in the place of what the document showed until now. The sign-in page of the document becomes the app's
 * as it stands: the very fields somebody may be typing in stay, with focus, caret and half a syllable. That is a transition,
 * which React draws in slices: until the last one what stands there goes on answering. The shape of a page has nothing
 * that could, and gives way in one piece.
 */
export function takeOver(app: ReactNode, isSignIn: boolean): void {
  const frame = standing('root');
  const signIn = standing('sign-in');
  const page = document.documentElement.dataset;
  standing('late').remove();
  if (isSignIn && page.guest !== undefined && signIn.childElementCount > 0) {
    frame.remove();
    signIn.removeAttribute('id');
    const typed = noteTyped(signIn);
    startTransition(() => void hydrateRoot(signIn, app, { onRecoverableError: () => carryOver(typed, signIn) }));
    return;
  }
  signIn.remove();
  delete page.guest;
  createRoot(frame).render(app);
}

function standing(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

type Typed = { form: HTMLFormElement | null; inputs: HTMLInputElement[]; focused: number };

function noteTyped(box: HTMLElement): Typed {
  const inputs = [...box.querySelectorAll('input')];
  return {
    form: box.querySelector('form'),
    inputs,
    focused: inputs.findIndex((one) => one.matches(':focus')),
  };
}

/**
 * What an extension of the browser has put between the fields keeps React from taking them as they stand, and it draws
 * them anew: what was typed comes along.
 */
function carryOver({ form, inputs, focused }: Typed, box: HTMLElement): void {
  if (form?.isConnected) return;
  const drawn = [...box.querySelectorAll('input')];
  for (const [at, { value }] of inputs.entries()) {
    const field = drawn[at];
    if (field) field.value = value;
  }
  const [field, left] = [drawn[focused], inputs[focused]];
  if (field && left) {
    field.focus();
    field.setSelectionRange(left.selectionStart, left.selectionEnd);
  }
  if (form?.dataset.busy !== undefined) box.querySelector('form')?.requestSubmit();
}
