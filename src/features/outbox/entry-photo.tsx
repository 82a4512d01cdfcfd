import FileDown from 'lucide-react/icons/file-down';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { useOutboxBlobs } from '#src/api/outbox/use-outbox-blobs.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { Button } from '#src/ui/button/button.tsx';
import { saveFile } from '#src/ui/csv/download.ts';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';
import { entryTitle } from './entry-words.tsx';

/** The photo of an entry whose body is one; where it waits for the user it can be saved, for nothing else may have it. */
export function EntryPhoto({ entry }: { entry: Entry }) {
  const { id, summary, query } = entry;
  const photo = useOutboxBlobs([id]).get(id);
  const takenAt = typeof query.takenAt === 'string' ? parseInstant(query.takenAt) : undefined;
  const picture = { id, thumbnail: photo, read: async () => photo, takenAt, queued: undefined };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <PhotoStrip pictures={[picture]} label={summary || '보낼 사진'} />
      {photo && isParked(entry) && (
        <Button
          onClick={() => saveFile(photo, `onsil-photo-${id}.${photo.type === 'image/webp' ? 'webp' : 'jpg'}`)}
          icon={<FileDown aria-hidden className="size-5" />}
          aria-label={`${entryTitle(entry)} 파일로 저장`}
        >
          파일로 저장
        </Button>
      )}
    </div>
  );
}
