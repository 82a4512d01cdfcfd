import type { RuleRow } from '#contract/control/rule-calls.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { decisionWords, isTrouble } from './rule-words.tsx';

/** What a rule does now, or why it does not, as of when. */
export function RuleNow({ rule, now }: { rule: RuleRow; now: number }) {
  if (!rule.fields.enabled) return <span className="text-ink-soft">꺼 두었습니다</span>;
  if (!rule.now) return <span className="text-ink-soft">아직 판단한 적이 없습니다</span>;
  const at = rule.now.row.at;
  const words = decisionWords(rule.now);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {isTrouble(rule.now.row) ? <strong className="font-semibold text-warn-ink">{words}</strong> : words}
      <span className="text-age text-ink-soft">{formatAge(now - at)}부터</span>
    </span>
  );
}

/** When a rule may begin to act next. */
export function RuleNext({ nextAt }: Pick<RuleRow, 'nextAt'>) {
  if (nextAt === null) return null;
  return <span className="tabular">{formatDateTime(Date.parse(nextAt))}</span>;
}

/** Says of a rule that moves nothing yet. */
export function WatchTag({ fields: { mode } }: Pick<RuleRow, 'fields'>) {
  return mode === 'watch' ? <StatusTag tone="quiet">지켜보기</StatusTag> : null;
}
