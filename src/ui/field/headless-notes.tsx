import { Description } from '@headlessui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { errorClass } from './field-frame.tsx';

type HeadlessNotesProps = { help: ReactNode; error: string | undefined };

/** Help and error inside a Headless UI field, which links them to its control itself. */
export function HeadlessNotes({ help, error }: HeadlessNotesProps) {
  return (
    <>
      {help !== undefined && <Description className="text-ink-soft">{help}</Description>}
      {error !== undefined && (
        <Description className={errorClass}>
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {error}
        </Description>
      )}
    </>
  );
}
