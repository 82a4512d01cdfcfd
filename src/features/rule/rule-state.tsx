import type { DecisionRow } from '#contract/control/decision.ts';
import type { RuleRow } from '#contract/control/rule/rule-calls.ts';
import { ruleNowSentence } from '#contract/control/words/decision-text.ts';
import { nextSentence } from '#contract/control/words/next-text.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { isTrouble } from './rule-words.tsx';

/** A decision of a rule, where the rule's name stands beside. */
export function nowWords({ thing, row }: { thing: string; row: DecisionRow }): string {
  return ruleNowSentence(row, thing);
}

/** The current action of a rule, or why there is none, with its time. */
export function RuleNow({ rule, now }: { rule: RuleRow; now: number }) {
  if (!rule.fields.enabled) return <span className="text-ink-soft">꺼 두었습니다</span>;
  if (!rule.now) return <span className="text-ink-soft">아직 판단한 적이 없습니다</span>;
  const at = rule.now.row.at;
  const words = nowWords(rule.now);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {isTrouble(rule.now.row) ? <strong className="font-semibold text-warn-ink">{words}</strong> : words}
      <span className="text-age text-ink-soft">{formatAge(now - at)}부터</span>
    </span>
  );
}

/** The next action of a rule and its time, or why there is none; null if the rule is off. */
export function nextWords(rule: RuleRow, now: number): string | null {
  const { enabled, mode } = rule.fields;
  if (!enabled) return null;
  if (rule.now?.row.outcome === 'suspended') return '쉬는 까닭이 풀릴 때까지 움직이지 않습니다';
  return mode === 'watch' ? `${plannedWords(rule, now)} · 지켜보기라 적기만 합니다` : plannedWords(rule, now);
}

function plannedWords({ fields, nextAt, now: last }: RuleRow, now: number): string {
  if (nextAt !== null) return nextSentence(fields.family, Date.parse(nextAt), now);
  const isWaiting = fields.family === 'water-time' || last?.row.reason === 'OUTSIDE_TIME';
  return isWaiting ? '한 달 안에는 움직이는 때가 없습니다' : '지금이 움직일 수 있는 때입니다';
}

/** Marks a rule that only watches. */
export function WatchTag({ fields: { mode } }: Pick<RuleRow, 'fields'>) {
  return mode === 'watch' ? <StatusTag tone="quiet">지켜보기</StatusTag> : null;
}
