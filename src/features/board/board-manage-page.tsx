import { Link } from '@tanstack/react-router';
import Image from 'lucide-react/icons/image';
import MessageSquare from 'lucide-react/icons/message-square';
import Pin from 'lucide-react/icons/pin';
import Plus from 'lucide-react/icons/plus';
import { createPost, deletePost, managePosts, type PostRow, updatePost } from '#contract/board/board.ts';
import { postKindWords } from '#contract/board/board-text.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import type { postSorts } from '#contract/wire/sorts.ts';
import { useDeletions, type WithDeletion } from '#src/api/outbox/use-deletions.ts';
import { useUnsentRows, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useList } from '#src/api/read/use-list.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { RowTag } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PostLink } from './board-link.tsx';
import { audienceWord } from './board-words.tsx';
import { QueuedPosts } from './queued-notes.tsx';
import { isStillUnread, useOpenedHere } from './use-opened-here.ts';

type PostSort = (typeof postSorts)[number];

/** A row of the list, with what this device has done with it since it was read. */
type ShownRow = WithDeletion<WithQueued<PostRow>>;

type BoardManagePageProps = {
  search: ListSearch<PostSort>;
  onSearch: (change: ListSearch<PostSort>) => void;
  mayWrite: boolean;
};

/** The notices and posts that the user may read, pinned ones first. */
export function BoardManagePage({ search, onSearch, mayWrite }: BoardManagePageProps) {
  const stored = useList({ search, onSearch }, (asked) => readQuery(managePosts, { query: asked }));
  const edited = useUnsentRows(stored, updatePost, ({ id }) => id);
  const opened = useOpenedHere(stored.since);
  const leavingOf = useDeletions(deletePost, stored.since);
  const shown = (row: WithQueued<PostRow>): ShownRow => {
    return { ...row, isUnread: isStillUnread(row, opened), leaving: leavingOf(row.id) };
  };
  const list = { ...edited, rows: edited.rows.map(shown) };
  const queued = useWritten(createPost, stored.since);
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="게시판" actions={mayWrite && <CreateLink />} />
      <QueuedPosts queued={queued} seen={stored.since} />
      <ListPanel
        list={list}
        label="게시글 목록"
        searchLabel="제목, 내용, 글쓴이"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        renderLink={(row, children, className) => (
          <PostLink post={row} className={className}>
            {children}
          </PostLink>
        )}
        expectedRows={5}
        exportFile={exportFile}
        empty={
          <EmptyState
            title="아직 글이 없습니다"
            icon={<MessageSquare aria-hidden className="size-8" />}
            action={mayWrite && <CreateLink />}
          >
            궁금한 것을 묻거나 농장의 일을 적어 두면 함께 쓰는 사람들이 보고 답할 수 있습니다.
          </EmptyState>
        }
      />
    </div>
  );
}

const exportFile: ExportFile<PostRow> = {
  name: '게시글 목록',
  columns: [
    ['종류', ({ kind }) => postKindWords[kind]],
    ['제목', ({ title }) => title],
    ['글쓴이', ({ authorName }) => authorName],
    ['보는 사람', audienceWord],
    ['쓴 때', ({ createdAt }) => createdAt],
    ['댓글', ({ commentCount }) => commentCount],
  ],
};

function CreateLink() {
  return (
    <Link to="/cms/board/board-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      글쓰기
    </Link>
  );
}

const columns: readonly Column<ShownRow, PostSort>[] = [
  {
    key: 'title',
    title: '제목',
    sortBy: 'title',
    onCard: 'title',
    render: (row) => (
      <>
        <PostTitle row={row} /> <RowTag row={row} />
      </>
    ),
  },
  {
    key: 'authorName',
    title: '글쓴이',
    sortBy: 'authorName',
    onCard: 'fact',
    render: ({ authorName }) => authorName ?? '나간 사람',
  },
  { key: 'audience', title: '보는 사람', onCard: 'fact', render: audienceWord },
  {
    key: 'activeAt',
    title: '마지막 글',
    sortBy: 'activeAt',
    onCard: 'fact',
    render: ({ activeAt }) => <time dateTime={activeAt}>{formatDateTime(parseInstant(activeAt))}</time>,
  },
];

function PostTitle({ row }: { row: PostRow }) {
  const { kind, title, isPinned, isUnread, commentCount, photoCount } = row;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {isPinned && <Pin aria-label="위에 둠" className="size-4 shrink-0 text-accent-ink" />}
      {kind === 'notice' && (
        <span className="rounded-full bg-leaf-tint px-2.5 text-age font-semibold text-leaf-strong">
          {postKindWords.notice}
        </span>
      )}
      <span className={isUnread ? 'font-bold' : 'font-normal'}>{title}</span>
      {isUnread && <span className="text-age font-semibold text-accent-ink">새 글</span>}
      {commentCount > 0 && (
        <span className="inline-flex items-center gap-1 text-age font-normal text-ink-soft">
          <MessageSquare aria-label="댓글" className="size-4" />
          {commentCount}
        </span>
      )}
      {photoCount > 0 && (
        <span className="inline-flex items-center gap-1 text-age font-normal text-ink-soft">
          <Image aria-label="사진" className="size-4" />
          {photoCount}
        </span>
      )}
    </span>
  );
}
