import { formatDateTime } from '#src/lib/format-date.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { actConflictOf } from './act-conflict.tsx';
import { editConflictOf } from './entry-conflict.tsx';
import { isGone, writtenFacts } from './written-fields.tsx';

const acts: Readonly<Record<string, string>> = { POST: '등록', PUT: '저장', PATCH: '저장', DELETE: '삭제' };

/** The action of an entry in two words: '작물 등록'. */
export const entryTitle = ({ noun, method }: Pick<Entry, 'noun' | 'method'>) => `${noun} ${acts[method] ?? ''}`.trim();

/** The whole entry as plain text, for another app. */
export function entryText(entry: Entry): string {
  const { summary, createdAt } = entry;
  return [
    [entryTitle(entry), summary].filter(Boolean).join(' · '),
    `${formatDateTime(createdAt)}에 적음`,
    ...writtenFacts(entry).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n');
}

/** Why it is still queued, in a sentence. */
export function entryReason(entry: Entry): string {
  const { lastError, state } = entry;
  if (state === 'sending') return '서버로 보내고 있습니다.';
  if (isGone(entry))
    return entry.body === null ? PHOTO_OF_GONE : `${GONE} ${entry.origin?.anew ? FOR_A_NEW_ONE : BY_HAND}`;
  if (state === 'editing') return '고치는 중입니다. 양식에서 저장하면 고친 것을 보냅니다.';
  if (state === 'conflict') return `보내기 전에 ${changedWords(entry)} ${conflictWords(entry)}`;
  if (!lastError) return '연결되면 보냅니다.';
  switch (lastError.class) {
    case 'no-answer':
      return '서버의 답을 받지 못했습니다. 연결되면 다시 보냅니다. 두 번 저장되지는 않습니다.';
    case 'sign-in':
      return '다시 로그인하면 보냅니다.';
    case 'server-error':
      return isParked(entry)
        ? '서버에 문제가 있어 여러 번 보내지 못했습니다. 잠시 뒤에 다시 보내 주세요.'
        : '서버에 문제가 있습니다. 잠시 뒤에 다시 보냅니다.';
    default:
      return lastError.message;
  }
}

const GONE = '서버에 이제 없는 것이라 보내지 못했습니다. 그 사이 삭제되었거나 볼 수 없게 되었습니다.';
const FOR_A_NEW_ONE = '적은 것이 필요하면 새로 만들고, 아니면 버려 주세요.';
const BY_HAND = '적은 것이 필요하면 새로 등록하고, 이것은 버려 주세요.';
/** A photo names its own id in its path, but what the server lacks is the thing that it shows. */
const PHOTO_OF_GONE =
  '사진을 붙일 곳이 서버에 이제 없어 보내지 못했습니다. 그 사이 삭제되었거나 볼 수 없게 되었습니다. 사진이 필요하면 파일로 저장하고, 이것은 버려 주세요.';

/** What was met, and what to do about it. */
function conflictWords(entry: Entry): string {
  const act = actConflictOf(entry);
  if (act) return `먼저 바꾸었습니다. ${act.words}`;
  return editConflictOf(entry)
    ? '같은 항목을 바꾸었습니다. 두 내용을 비교해 주세요.'
    : '같은 것을 바꾸었습니다. 지금 내용을 확인하고 다시 보내거나 버려 주세요.';
}

/** '김농부 님이 11월 23일 (월) 22:14에', or without the server's word for it '다른 사람이'. */
function changedWords({ lastError }: Entry): string {
  const { by, at }: { by?: unknown; at?: unknown } = Object(Object(Object(lastError?.body).details).changed);
  if (typeof by !== 'string' || typeof at !== 'string') return '다른 사람이';
  return `${by} 님이 ${formatDateTime(Date.parse(at))}에`;
}
