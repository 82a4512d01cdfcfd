import { useId, useState } from 'react';
import { REHEARSAL_DAYS, type Rehearsal, rehearseRule } from '#contract/control/rehearsal/rehearsal.ts';
import { type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { equipmentOf } from '#contract/control/rule/rule-equipment.ts';
import { problemsOnFarm } from '#contract/control/rule/rule-fit.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';

type RehearsalPanelProps = {
  /** The current form values. */
  rule: RuleFields;
  self: string | undefined;
  choices: RuleChoices;
  farmIndex: number;
  now: number;
  isOffline: boolean;
};

/** The result, and the form values that it belongs to. */
type Found = { of: string; rule: RuleFields; rehearsal: Rehearsal };

/** Simulates the typed rule on the farm's last days. It controls no equipment and does not change the form. */
export function RehearsalPanel({ rule, self, choices, farmIndex, now, isOffline }: RehearsalPanelProps) {
  const id = useId();
  const { attempt, isSaving } = useSave(rehearseRule);
  const [found, setFound] = useState<Found>();
  const [trouble, setTrouble] = useState<string>();
  // Name and on/off do not affect the simulation.
  const whole = ruleFields.safeParse({ ...rule, name: rule.name || '-', enabled: false });
  const fields = whole.success ? whole.data : undefined;
  const isFitting = fields !== undefined && problemsOnFarm(fields, equipmentOf(choices, fields.cropId)).length === 0;
  const key = JSON.stringify(fields);
  const isModelled = found?.rehearsal.isClosedLoop === true;

  async function rehearse(isClosedLoop: boolean) {
    if (!fields) return;
    setTrouble(undefined);
    const body = { farmIndex, ...(self !== undefined && { id: self }), days: REHEARSAL_DAYS, isClosedLoop, fields };
    const outcome = await attempt({ body });
    if ('answer' in outcome) setFound({ of: key, rule: fields, rehearsal: outcome.answer.data });
    else setTrouble(troubleText(outcome.trouble));
  }
  return (
    <Card aria-labelledby={id} padding="md" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-bold">
          미리 해보기
        </h2>
        <Button onClick={() => void rehearse(isModelled)} isBusy={isSaving} disabled={!isFitting || isOffline}>
          {found ? '다시 해보기' : '미리 해보기'}
        </Button>
      </div>
      {!found && (
        <p className="text-ink-soft">
          {isFitting
            ? `이 규칙이 지난 ${REHEARSAL_DAYS}일에 무엇을 했을지 이 농장의 기록으로 계산합니다. 장비는 움직이지 않습니다.`
            : '규칙을 다 채우면 미리 해볼 수 있습니다.'}
        </p>
      )}
      {isOffline && <Banner tone="offline">연결되면 미리 해볼 수 있습니다. 적은 내용은 그대로 있습니다.</Banner>}
      {trouble !== undefined && !isOffline && <Banner tone="warn">{trouble}</Banner>}
      {found && found.of !== key && <Banner tone="info">규칙을 고쳤습니다. 아래는 고치기 전의 것입니다.</Banner>}
      {found && <RehearsalResult {...found} choices={choices} now={now} />}
      {found?.rehearsal.hasModel && (
        <Button onClick={() => void rehearse(!isModelled)} isBusy={isSaving} disabled={!isFitting || isOffline}>
          {isModelled ? '그때 잰 값으로 다시 해보기' : '모의 온실이 답하게 하여 다시 해보기'}
        </Button>
      )}
    </Card>
  );
}
