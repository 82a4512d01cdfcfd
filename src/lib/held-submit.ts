/**
 * A form that stands in the document can be filled in and sent before the app is there. Whoever sends it then is told
 * that it is under way (`data-busy`), and the app carries it out when it has come.
 */

/**
 * Holds every form that is sent while `isEarly`: a press is neither lost nor sent past the app. What it returns gives
 * up what is held and what is sent from then on: nothing will carry it out.
 */
export function holdSubmits(isEarly: () => boolean): () => void {
  let isGivenUp = false;
  addEventListener(
    'submit',
    (event) => {
      if (!isEarly() || !(event.target instanceof HTMLFormElement)) return;
      event.preventDefault();
      if (!isGivenUp) event.target.dataset.busy = '';
    },
    true,
  );
  return () => {
    isGivenUp = true;
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) delete form.dataset.busy;
  };
}

/** Whether the form was sent before; answers so once. */
export function takeHeldSubmit(form: HTMLFormElement): boolean {
  const isHeld = form.dataset.busy !== undefined;
  delete form.dataset.busy;
  return isHeld;
}
