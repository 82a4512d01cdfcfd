import type { usePhotos } from '#src/api/photo/use-photos.ts';
import { showToast } from '#src/lib/toasts.ts';

/** Sends the photos of an observation after it was saved or queued, and reports those that were refused. */
export async function sendPhotos(photos: Pick<ReturnType<typeof usePhotos>, 'send'>): Promise<void> {
  const refused = await photos.send();
  if (refused > 0) showToast(`사진 ${refused}장을 보내지 못했습니다. 기록을 열어 다시 골라 주세요.`, 'failed');
}
