import { Link } from '@tanstack/react-router';
import type { createComment, createPost } from '#contract/board/board.ts';
import type { Written } from '#src/api/outbox/use-written.ts';
import { usePicturesOf } from '#src/api/photo/use-pictures-of.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { Card } from '#src/ui/card.tsx';
import { notYetWord, QueuedTag, rowLinkClass } from '#src/ui/list/queued-rows.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';

type Note = {
  id: string;
  kind: 'post' | 'comment';
  farmIndex: number;
  title: string | undefined;
  text: string;
  state: Written<typeof createPost>['state'];
};

/** The response that the page shows. */
type Seen = { seen: Dated | undefined };

/** A post or comment that the page does not have yet, with its photos. */
function QueuedNote({ id, kind, farmIndex, title, text, state, seen }: Note & Seen) {
  const pictures = usePicturesOf({ farmIndex, kind, id }, { seen });
  return (
    <li>
      <Card padding="md" className="flex flex-col items-start gap-2">
        <QueuedTag state={state} />
        {title !== undefined && (
          <Link
            to="/cms/board/board-edit/$farmIndex/$id"
            params={{ farmIndex: String(farmIndex), id }}
            className={rowLinkClass}
          >
            {title}
          </Link>
        )}
        <p className="line-clamp-3 whitespace-pre-wrap">{text}</p>
        <PhotoStrip label="사진" pictures={pictures} />
      </Card>
    </li>
  );
}

function QueuedNotes({ noun, notes, seen }: Seen & { noun: string; notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label={`${notYetWord(notes)} ${noun}`} className="flex flex-col gap-3">
      {notes.map((note) => (
        <QueuedNote key={note.id} {...note} seen={seen} />
      ))}
    </ul>
  );
}

export function QueuedPosts({ queued, seen }: Seen & { queued: readonly Written<typeof createPost>[] }) {
  const notes = queued.flatMap(({ state, body, params }): Note[] =>
    body?.id
      ? [{ id: body.id, kind: 'post', farmIndex: Number(params.farmIndex), title: body.title, text: body.text, state }]
      : [],
  );
  return <QueuedNotes noun="글" notes={notes} seen={seen} />;
}

type QueuedCommentsProps = Seen & { queued: readonly Written<typeof createComment>[]; postId: string };

export function QueuedComments({ queued, seen, postId }: QueuedCommentsProps) {
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
  return <QueuedNotes noun="댓글" notes={notes} seen={seen} />;
}
