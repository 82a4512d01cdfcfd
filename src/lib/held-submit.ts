/**
 * A form that stands in the document can be filled in and sent before the app is there. Whoever sends it then is told
 * that it is under way (`data-busy`), and the app carries it out when it has come.
 */

/** Holds every form that is sent while `isEarly`: a press is neither lost nor sent past the app. */
export function holdSubmits(isEarly: () => boolean): void {
  addEventListener(
    'submit',
    (event) => {
      if (!isEarly() || !(event.target instanceof HTMLFormElement)) return;
      event.preventDefault();
      event.target.dataset.busy = '';
    },
    true,
  );
}

/** Gives up what is held: it will not be carried out. */
export function dropHeldSubmits(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) delete form.dataset.busy;
}

/** Whether the form was sent before; answers so once. */
export function takeHeldSubmit(form: HTMLFormElement): boolean {
  const isHeld = form.dataset.busy !== undefined;
  delete form.dataset.busy;
  return isHeld;
}
