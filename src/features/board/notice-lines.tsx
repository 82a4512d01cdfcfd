import Megaphone from 'lucide-react/icons/megaphone';
import type { currentNotices } from '#contract/board/notice.ts';
import type { Farm } from '#contract/farm/farm.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { BoardLink, PostLink } from './board-link.tsx';

/** More lines would push the values off the first screen of a phone. */
const MAX_NOTICES = 2;

type NoticeLinesProps = {
  /** The current notices; undefined while loading. */
  notices: AnswerOf<typeof currentNotices> | undefined;
  /** Whether the user may open the board. */
  mayOpen: boolean;
  /** The farms of the user; a notice to one of several says to which. */
  farms: readonly Pick<Farm, 'index' | 'farmName'>[];
};

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
