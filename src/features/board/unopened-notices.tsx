import type { ReactNode } from 'react';
import type { currentNotices } from '#contract/board/notice.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { Fetched } from '#src/api/call/call.ts';
import { useOpenedHere } from './use-opened-here.ts';

type Notices = AnswerOf<typeof currentNotices>;

type UnopenedNoticesProps = { read: Fetched<Notices>; renderLines: (notices: Notices) => ReactNode };

/** The notices without those that were opened on this device since they were read. */
export function UnopenedNotices({ read, renderLines }: UnopenedNoticesProps) {
  const opened = useOpenedHere(read);
  return renderLines(read.value.filter(({ id }) => !opened?.has(id)));
}
