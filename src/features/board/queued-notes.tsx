import type { createComment, createPost } from '#contract/board/board.ts';
import type { Queued } from '#src/api/outbox/use-queued.ts';
import { usePicturesOf } from '#src/api/photo/use-pictures-of.ts';
import { Card } from '#src/ui/card.tsx';
import { QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';

type Note = {
  id: string;
  kind: 'post' | 'comment';
  farmIndex: number;
  title: string | undefined;
  text: string;
  state: Queued<typeof createPost>['state'];
};

/** A post or comment that is not sent yet, with its photos. */
function QueuedNote({ id, kind, farmIndex, title, text, state }: Note) {
  const pictures = usePicturesOf({ farmIndex, kind, id }, []);
  return (
    <li>
      <Card padding="md" className="flex flex-col items-start gap-2">
        <QueuedTag state={state} />
        {title !== undefined && <p className="font-bold">{title}</p>}
        <p className="line-clamp-3 whitespace-pre-wrap">{text}</p>
        <PhotoStrip label="보내지 않은 사진" pictures={pictures} />
      </Card>
    </li>
  );
}

function QueuedNotes({ label, notes }: { label: string; notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {notes.map((note) => (
        <QueuedNote key={note.id} {...note} />
      ))}
    </ul>
  );
}

export function QueuedPosts({ queued }: { queued: readonly Queued<typeof createPost>[] }) {
  const notes = queued.flatMap(({ state, body, params }): Note[] =>
    body?.id
      ? [{ id: body.id, kind: 'post', farmIndex: Number(params.farmIndex), title: body.title, text: body.text, state }]
      : [],
  );
  return <QueuedNotes label="아직 보내지 않은 글" notes={notes} />;
}

type QueuedCommentsProps = { queued: readonly Queued<typeof createComment>[]; postId: string };

export function QueuedComments({ queued, postId }: QueuedCommentsProps) {
  const notes = queued.flatMap(({ state, body, params }): Note[] =>
    body?.id && params.id === postId
      ? [
          {
            id: body.id,
            kind: 'comment',
            farmIndex: Number(params.farmIndex),
            title: undefined,
            text: body.text,
            state,
          },
        ]
      : [],
  );
  return <QueuedNotes label="아직 보내지 않은 댓글" notes={notes} />;
}
