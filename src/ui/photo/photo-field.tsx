import Camera from 'lucide-react/icons/camera';
import Images from 'lucide-react/icons/images';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useId, useRef } from 'react';
import type { FieldPicture, PictureChoice } from '#src/lib/picture/picture-view.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { FieldGroup } from '../field/field-frame.tsx';
import { QueuedTag } from '../list/queued-rows.tsx';
import { Thumbnail } from './thumbnail.tsx';

export type PhotoFieldProps = PictureChoice & { label: string; help?: string };

const stateWords: Readonly<Record<FieldPicture['state'], string>> = {
  stored: '',
  queued: '',
  new: '저장 전',
  removed: '지움',
};

/** The photos of a thing in its form: add by camera or file, remove or restore until the form is saved. */
export function PhotoField({ label, help, problem, pictures, preparing, limit, onAdd, onToggle }: PhotoFieldProps) {
  const id = useId();
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const isFull = pictures.filter(({ state }) => state !== 'removed').length + preparing >= limit;

  function handleFiles({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.files) onAdd([...target.files]);
    // Reset, so that the same file can be chosen again.
    target.value = '';
  }
  return (
    <FieldGroup id={id} name="photos" label={label} help={help} error={problem && problemWords(problem, limit)}>
      <ul aria-label={label} className="mb-3 flex flex-wrap gap-3 empty:hidden">
        {pictures.map((picture, at) => (
          <PictureItem key={picture.id} picture={picture} number={at + 1} onToggle={() => onToggle(picture.id)} />
        ))}
        {Array.from({ length: preparing }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={at} className="flex size-24 items-center justify-center rounded-card bg-sunken">
            <LoaderCircle aria-label="사진 준비 중" className="size-8 animate-spin text-ink-soft" />
          </li>
        ))}
      </ul>
      {!isFull && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => camera.current?.click()} icon={<Camera aria-hidden className="size-5" />}>
            사진 찍기
          </Button>
          <Button onClick={() => gallery.current?.click()} icon={<Images aria-hidden className="size-5" />}>
            사진 고르기
          </Button>
        </div>
      )}
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={handleFiles} />
      <input ref={gallery} type="file" accept="image/*" multiple hidden onChange={handleFiles} />
    </FieldGroup>
  );
}

function PictureItem({ picture, number, onToggle }: { picture: FieldPicture; number: number; onToggle: () => void }) {
  const { state, queued } = picture;
  const isRemoved = state === 'removed';
  return (
    <li className="relative flex w-24 flex-col gap-1">
      <Thumbnail picture={picture} alt={`사진 ${number}`} isDimmed={isRemoved} />
      {queued ? (
        <QueuedTag state={queued} />
      ) : (
        <div className="absolute -top-2 -right-2">
          <IconButton
            label={isRemoved ? `사진 ${number} 되돌리기` : `사진 ${number} 지우기`}
            onClick={onToggle}
            className="bg-card inset-ring inset-ring-line-strong"
          >
            {isRemoved ? <Undo2 aria-hidden className="size-5" /> : <X aria-hidden className="size-5" />}
          </IconButton>
        </div>
      )}
      {stateWords[state] !== '' && <span className="text-center text-age text-ink-soft">{stateWords[state]}</span>}
    </li>
  );
}

function problemWords(problem: 'unreadable' | 'too-many', limit: number): string {
  return problem === 'too-many'
    ? `사진은 ${limit}장까지 올릴 수 있습니다.`
    : '사진으로 읽을 수 없는 파일이 있습니다. JPEG, PNG, WebP 사진을 골라 주세요.';
}
