import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { PictureView } from '#src/lib/picture/picture-view.ts';

const PREFIX = 'photo-';

/** The open picture is stored in the URL, so that Back closes it and a link opens it. */
export function useOpenPicture(pictures: readonly PictureView[]): {
  opened: PictureView | undefined;
  open: (id: string) => void;
  close: () => void;
} {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const hasOpened = useRef(false);
  const opened = pictures.find(({ id }) => hash === PREFIX + id);

  const go = (to: string, replace: boolean) =>
    void navigate({ to: '.', search: true, hash: to, replace, resetScroll: false, hashScrollIntoView: false });
  return {
    opened,
    open(id) {
      // Moving between pictures replaces the history entry, so that Back leads to the page.
      hasOpened.current ||= !opened;
      go(PREFIX + id, opened !== undefined);
    },
    close() {
      if (hasOpened.current) history.back();
      else go('', true);
      hasOpened.current = false;
    },
  };
}
