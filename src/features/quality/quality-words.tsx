import CircleCheck from 'lucide-react/icons/circle-check';
import type { ChannelQuality } from '#contract/quality/quality.ts';
import { qualityStateWords, troubleText } from '#contract/quality/quality-text.ts';
import { seoulDate } from '#contract/time/time.ts';
import { formatClock, formatDate, formatDateTime } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';

const tones = {
  waiting: 'quiet',
  silent: 'lost',
  stuck: 'warn',
  jumping: 'warn',
  wrong: 'warn',
  leaking: 'warn',
  dry: 'warn',
  excluded: 'quiet',
} as const;

/** The state as icon, word and colour. */
export function StateTag({ state }: { state: ChannelQuality['state'] }) {
  if (state !== 'fine') return <StatusTag tone={tones[state]}>{qualityStateWords[state]}</StatusTag>;
  return (
    <span className="inline-flex h-7 items-center gap-1 text-leaf">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {qualityStateWords.fine}
    </span>
  );
}

/** '14:30', with the date unless it is today. */
function whenWords(at: number, now: number): string {
  return seoulDate(at) === seoulDate(now) ? formatClock(at) : formatDateTime(at);
}

/** '11월 20일 (금) 10:00 ~ 13:00'; an open end is '부터 계속'. */
export function spanWords(from: number, to: number | null): string {
  if (to === null) return `${formatDateTime(from)}부터 계속`;
  const end = seoulDate(from) === seoulDate(to) ? formatClock(to) : formatDateTime(to);
  return `${formatDate(from)} ${formatClock(from)} ~ ${end}`;
}

/** Start and reason of the state in a sentence; empty for a fine sensor. */
export function sinceWords(channel: ChannelQuality, now: number): string {
  const { state, since } = channel;
  if (state === 'waiting') return '아직 받은 값이 없습니다';
  if (since === null) return '';
  const when = whenWords(since, now);
  if (state === 'excluded') return `${when}부터 뺐습니다`;
  return `${when}${sinceParticles[state]} ${troubleText(channel)}`;
}

/** The Korean particle between the start and the state. */
const sinceParticles = {
  silent: ' 뒤로',
  stuck: '부터',
  jumping: '에',
  wrong: '부터',
  leaking: '부터',
  dry: '에',
  fine: '',
} as const;

/** The name of a sensor on this page. */
export function channelWords({ areaName, name }: { areaName: string; name: string }): string {
  return `${areaName} ${name}`;
}
