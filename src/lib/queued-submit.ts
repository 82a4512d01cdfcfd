/**
 * The sign-in form is part of the document and can be submitted before the app has loaded. Such a submit is shown as
 * busy (`data-busy`), and the app carries it out after loading.
 */

/**
 * Holds every submit while `isEarly`, so that it is not lost and does not bypass the app. Call the returned function
 * when the app cannot load: it drops held and later submits.
 */
export function queueSubmits(isEarly: () => boolean): () => void {
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

/** Whether the form was submitted early; returns true only once. */
export function takeQueuedSubmit(form: HTMLFormElement): boolean {
  const isHeld = form.dataset.busy !== undefined;
  delete form.dataset.busy;
  return isHeld;
}
