import { useState } from 'react';
import type { RuleRow } from '#contract/control/rule/rule-calls.ts';
import { ruleCalls } from '#contract/control/rule/rule-calls.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { type Dated, isWithin } from '#src/lib/data-age.ts';
import { showToast } from '#src/lib/toasts.ts';
import { FRESH_MS } from './rule-list.ts';

type RuleSwitchProps = {
  rule: Pick<RuleRow, 'id' | 'fields'>;
  /** Why it is disabled; undefined if it is enabled. */
  refusal: string | undefined;
  /** The list that it stands in: what is switched is what the server has now. */
  seen: Dated | undefined;
};

/** Switches a rule on or off; it shows the server's state, not an optimistic one. */
export function RuleSwitch({ rule: { id, fields }, refusal, seen }: RuleSwitchProps) {
  const { family, name, enabled, mode } = fields;
  const { attempt, isSaving } = useSave(ruleCalls[family].switch);
  const [isAsked, setIsAsked] = useState(false);
  const isFresh = isWithin(seen, FRESH_MS, useNow(SECOND_MS));

  async function handleChange() {
    setIsAsked(true);
    const base = { enabled, mode };
    const outcome = await attempt({ params: { id }, body: { enabled: !enabled, mode, base } });
    setIsAsked(false);
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
  }
  return (
    <label
      className="relative z-1 flex min-h-touch items-center gap-2.5"
      title={refusal ?? (isFresh ? undefined : '지금 상태를 다시 받는 중입니다.')}
    >
      <span className="sr-only">{name} 사용</span>
      <input
        type="checkbox"
        role="switch"
        checked={enabled}
        aria-checked={enabled}
        disabled={refusal !== undefined || !isFresh || isSaving || isAsked}
        onChange={() => void handleChange()}
        className="relative h-8 w-14 shrink-0 appearance-none rounded-full bg-sunken inset-ring-2 inset-ring-line-strong transition-colors before:absolute before:top-1.5 before:left-1.5 before:size-5 before:rounded-full before:bg-line-strong before:transition-transform checked:bg-leaf checked:inset-ring-leaf checked:before:translate-x-6 checked:before:bg-surface disabled:opacity-60"
      />
      <span aria-hidden className="text-ink-soft">
        {isAsked ? '보내는 중' : enabled ? '켬' : '끔'}
      </span>
    </label>
  );
}
