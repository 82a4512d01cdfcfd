import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { NoAnswerError } from '#src/api/call/errors.ts';

/**
 * Renders the app in place of the document's content. The prerendered sign-in page is hydrated, so that the fields
 * keep focus, caret and an unfinished syllable. Hydration is a transition, which React splits into short tasks, so the
 * page stays responsive. A page skeleton has no state and is replaced at once.
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
    const onRecoverableError = () => restoreTyped(typed, signIn);
    startTransition(() => void hydrateRoot(signIn, app, { ...caught, onRecoverableError }));
    return;
  }
  signIn.remove();
  delete page.guest;
  createRoot(frame, caught).render(app);
}

/** A page that got no answer says so and tries again: with poor signal that is no fault that a log should tell. */
const caught: RootOptions = {
  onCaughtError: (error) => {
    // biome-ignore lint/suspicious/noConsole: what React does with every error that a page has caught
    if (!(error instanceof NoAnswerError)) console.error(error);
  },
};

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
 * If a browser extension has changed the form, hydration fails and React renders the fields anew: this restores what
 * was typed.
 */
function restoreTyped({ form, inputs, focused }: Typed, box: HTMLElement): void {
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
