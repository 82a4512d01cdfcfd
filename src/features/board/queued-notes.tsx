import type { createComment, createPost } from '#contract/board/board.ts';
import type { Queued } from '#src/api/outbox/use-queued.ts';
import { Card } from '#src/ui/card.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';

const words = { waiting: '기기에 저장됨', sending: '보내는 중', attention: '확인 필요' } as const;

type QueuedNoteProps = { title: string | undefined; text: string; state: keyof typeof words };

/** What was written here and the server does not have yet. */
function QueuedNote({ title, text, state }: QueuedNoteProps) {
  return (
    <li>
      <Card padding="md" className="flex flex-col gap-2">
        <StatusTag tone={state === 'attention' ? 'warn' : 'quiet'}>{words[state]}</StatusTag>
        {title !== undefined && <p className="font-bold">{title}</p>}
        <p className="line-clamp-3 whitespace-pre-wrap">{text}</p>
      </Card>
    </li>
  );
}

export function QueuedPosts({ queued }: { queued: readonly Queued<typeof createPost>[] }) {
  const known = queued.flatMap(({ entryId, state, body }) => (body ? [{ entryId, state, body }] : []));
  if (known.length === 0) return null;
  return (
    <ul aria-label="아직 보내지 않은 글" className="flex flex-col gap-3">
      {known.map(({ entryId, state, body }) => (
        <QueuedNote key={entryId} title={body.title} text={body.text} state={state} />
      ))}
    </ul>
  );
}

type QueuedCommentsProps = { queued: readonly Queued<typeof createComment>[]; postId: string };

export function QueuedComments({ queued, postId }: QueuedCommentsProps) {
  const known = queued.flatMap(({ entryId, state, body, params }) =>
    body && params.id === postId ? [{ entryId, state, body }] : [],
  );
  if (known.length === 0) return null;
  return (
    <ul aria-label="아직 보내지 않은 댓글" className="flex flex-col gap-3">
      {known.map(({ entryId, state, body }) => (
        <QueuedNote key={entryId} title={undefined} text={body.text} state={state} />
      ))}
    </ul>
  );
}
