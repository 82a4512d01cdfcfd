import type { queuedWords } from '#contract/wire/write-text.ts';
import { Banner } from '../feedback/banner.tsx';
import { OutboxLink, QueuedTag } from './queued-rows.tsx';

type DeletedHereProps = {
  /** What is shown: '글'. */
  noun: string;
  state: keyof typeof queuedWords | undefined;
};

/** Says that what a page shows was deleted on this device, and where that can be taken back; nothing if it was not. */
export function DeletedHere({ noun, state }: DeletedHereProps) {
  if (!state) return null;
  return (
    <Banner tone="info" action={<OutboxLink>보낼 것 보기</OutboxLink>}>
      이 기기에서 삭제한 {noun}입니다. <QueuedTag state={state} act="삭제" />
    </Banner>
  );
}
