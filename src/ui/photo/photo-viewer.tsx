import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatDateTime } from '#src/lib/format-date.ts';
import type { PictureView } from '#src/lib/picture/picture-view.ts';
import { IconButton } from '../button/icon-button.tsx';
import { useObjectUrl } from './use-object-url.ts';

type PhotoViewerProps = {
  pictures: readonly PictureView[];
  opened: PictureView;
  label: string;
  onShow: (id: string) => void;
  /** Called when it is closed by its button, Escape, or a press outside. */
  onClose: () => void;
};

/** On a dark background, in both themes. */
const buttonClass = 'bg-black/60 text-white! hover:bg-black';

/** One picture in full screen; arrows lead to the others. */
export function PhotoViewer({ pictures, opened, label, onShow, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const at = pictures.findIndex(({ id }) => id === opened.id);
  const before = pictures[at - 1];
  const after = pictures[at + 1];
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function handleKey({ key }: KeyboardEvent) {
    const next = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : undefined;
    if (next) onShow(next.id);
  }
  return (
    <dialog
      ref={dialog}
      aria-label={`${label} ${at + 1}/${pictures.length}`}
      closedby="any"
      onClose={() => dialog.current?.open === false && onClose()}
      onKeyDown={handleKey}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-black text-white open:flex"
    >
      <FullPicture key={opened.id} picture={opened} alt={`사진 ${at + 1}`} />
      <p
        aria-live="polite"
        className="absolute bottom-[calc(0.5rem+env(safe-area-inset-bottom))] left-1/2 -translate-x-1/2 rounded-full bg-black/60 px-4 py-1.5 whitespace-nowrap tabular"
      >
        {at + 1}/{pictures.length}
        {opened.takenAt !== undefined && ` · ${formatDateTime(opened.takenAt)}`}
      </p>
      <div className="absolute top-[calc(0.5rem+env(safe-area-inset-top))] right-2">
        <IconButton label="닫기" onClick={() => dialog.current?.close()} className={buttonClass}>
          <X aria-hidden className="size-7" />
        </IconButton>
      </div>
      {before && (
        <div className="absolute top-1/2 left-2 -translate-y-1/2">
          <IconButton label="앞 사진" onClick={() => onShow(before.id)} className={buttonClass}>
            <ChevronLeft aria-hidden className="size-7" />
          </IconButton>
        </div>
      )}
      {after && (
        <div className="absolute top-1/2 right-2 -translate-y-1/2">
          <IconButton label="다음 사진" onClick={() => onShow(after.id)} className={buttonClass}>
            <ChevronRight aria-hidden className="size-7" />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}

/** Shows the thumbnail until the full picture is loaded, and if it cannot be loaded. */
function FullPicture({ picture, alt }: { picture: PictureView; alt: string }) {
  const [full, setFull] = useState<Blob>();
  const [isMissing, setIsMissing] = useState(false);
  const { read } = picture;
  const reading = useRef(read);
  useEffect(() => {
    let isGone = false;
    void reading.current().then((blob) => {
      if (isGone) return;
      if (blob) setFull(blob);
      else setIsMissing(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const small = useObjectUrl(picture.id, picture.thumbnail);
  const large = useObjectUrl(`${picture.id} full`, full);
  return (
    <div className="flex size-full items-center justify-center">
      {(large ?? small) !== undefined && <img src={large ?? small} alt={alt} className="size-full object-contain" />}
      {isMissing && (
        <p className="absolute top-[calc(4rem+env(safe-area-inset-top))] rounded-card bg-black/70 px-4 py-2">
          연결되면 큰 사진이 보입니다.
        </p>
      )}
    </div>
  );
}
