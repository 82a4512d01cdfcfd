import type { PictureView } from '#src/lib/picture/picture-view.ts';
import { showToast } from '#src/lib/toasts.ts';
import { QueuedTag } from '../list/queued-rows.tsx';
import { useLazyModule } from '../use-lazy-module.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useOpenPicture } from './use-open-picture.ts';

type PhotoStripProps = {
  pictures: readonly PictureView[];
  /** Accessible name: '게시글의 사진'. */
  label: string;
};

const loadViewer = async () => (await import('./photo-viewer.tsx')).PhotoViewer;

/** Thumbnails of one thing; a press opens one in full screen, and Back closes it. */
export function PhotoStrip({ pictures, label }: PhotoStripProps) {
  const { part: Viewer, fetchPart } = useLazyModule(loadViewer);
  const { opened, open, close } = useOpenPicture(pictures);
  if (opened && !Viewer) void fetchPart();
  if (pictures.length === 0) return null;

  async function handlePress(id: string) {
    if (await fetchPart()) open(id);
    else showToast('사진 화면을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  return (
    <>
      <ul aria-label={label} className="flex flex-wrap gap-2">
        {pictures.map((picture, at) => (
          <li key={picture.id} className="flex flex-col items-start gap-1">
            <button type="button" onClick={() => void handlePress(picture.id)} className="block rounded-card">
              <Thumbnail picture={picture} alt={`사진 ${at + 1} 크게 보기`} />
            </button>
            {picture.queued && <QueuedTag state={picture.queued} />}
          </li>
        ))}
      </ul>
      {opened && Viewer && <Viewer pictures={pictures} opened={opened} label={label} onShow={open} onClose={close} />}
    </>
  );
}
