import Megaphone from 'lucide-react/icons/megaphone';
import { useEffect } from 'react';
import type { currentNotices } from '#contract/board/notice.ts';
import type { Farm } from '#contract/farm/farm.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { Fetched } from '#src/api/call/call.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { BoardLink, PostLink } from './board-link.tsx';

/** More lines would push the values off the first screen of a phone. */
const MAX_NOTICES = 2;

type Notices = AnswerOf<typeof currentNotices>;

type NoticeLinesProps = {
  /** The current notices; undefined while loading. */
  notices: Notices | undefined;
  /** Whether the user may open the board. */
  mayOpen: boolean;
  /** The farms of the user; a notice to one of several says to which. */
  farms: readonly Pick<Farm, 'index' | 'farmName'>[];
};

/** It asks the device what waits to be sent, which the first screen does not wait for. */
const loadUnopened = async () => (await import('./unopened-notices.tsx')).UnopenedNotices;

type NewNoticesProps = Omit<NoticeLinesProps, 'notices'> & {
  read: Fetched<Notices> | undefined;
  /** The first screen is shown. */
  isSettled: boolean;
};

/** The lines of the notices, without those that were opened here and of which the server does not know yet. */
export function NewNotices({ read, isSettled, ...rest }: NewNoticesProps) {
  const { part: UnopenedNotices, fetchPart } = useLazyModule(loadUnopened);
  const isWanted = isSettled && read?.value.some(({ isUnread }) => isUnread);
  useEffect(() => {
    if (isWanted) void fetchPart();
  }, [isWanted, fetchPart]);
  const renderLines = (notices?: Notices) => <NoticeLines notices={notices} {...rest} />;
  return read && UnopenedNotices ? <UnopenedNotices {...{ read, renderLines }} /> : renderLines(read?.value);
}

/** The notices that the user has not opened, one line each; opening one removes its line. */
export function NoticeLines({ notices = [], mayOpen, farms }: NoticeLinesProps) {
  const unread = notices.filter(({ isUnread }) => isUnread);
  const rest = unread.length - MAX_NOTICES;
  if (unread.length === 0) return null;
  return (
    <ul aria-label="새 공지" className="flex flex-col rounded-card bg-card px-4 py-1 shadow-card">
      {unread.slice(0, MAX_NOTICES).map((notice) => (
        <li key={notice.id} className="flex items-center gap-2">
          <Megaphone aria-hidden className="size-5 shrink-0 text-leaf" />
          {mayOpen ? (
            <PostLink post={notice} className={`${lineClass} underline decoration-1 underline-offset-4`}>
              {notice.title}
            </PostLink>
          ) : (
            <span className={lineClass}>{notice.title}</span>
          )}
          {farms.length > 1 && <FarmName farm={farms.find(({ index }) => index === notice.farmIndex)} />}
        </li>
      ))}
      {rest > 0 && (
        <li>
          {mayOpen ? <BoardLink className={lineClass}>그 밖에 공지 {rest}건</BoardLink> : `그 밖에 공지 ${rest}건`}
        </li>
      )}
    </ul>
  );
}

const FarmName = ({ farm }: { farm: { farmName: string } | undefined }) =>
  farm && <span className="shrink-0 text-age text-ink-soft">{farm.farmName}</span>;

const lineClass = 'inline-flex min-h-touch min-w-0 items-center font-medium';
