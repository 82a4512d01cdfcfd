import FileDown from 'lucide-react/icons/file-down';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { Button } from '#src/ui/button/button.tsx';
import { FilePicker } from './file-picker.tsx';

type FileActionsProps = {
  /** What waits. */
  entries: readonly Pick<Entry, 'state'>[];
  onSave: () => void;
  /** Called with the text of a chosen file. */
  onFile: (text: string) => void;
};

/** Saves what waits as a file, and takes one in. Says before that what such a file lacks. */
export function FileActions({ entries, onSave, onFile }: FileActionsProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        {entries.length > 0 && (
          <Button onClick={onSave} icon={<FileDown aria-hidden className="size-5" />}>
            파일로 내보내기
          </Button>
        )}
        <FilePicker onFile={onFile} />
      </div>
      {entries.some(({ state }) => state === 'editing') && (
        <p className="text-ink-soft">
          고치는 중인 것은 처음 저장한 내용과 지금 양식에 있는 사진이 파일에 담기고, 그 뒤에 고쳐 적은 내용은 담기지
          않습니다.
        </p>
      )}
    </div>
  );
}
