import type { Rehearsal } from '#contract/control/rehearsal/rehearsal.ts';
import { caveatSentence, rehearsalSentence, sumsOf } from '#contract/control/rehearsal/rehearsal-text.ts';
import type { WordsOf } from '#contract/control/rule/condition-text.ts';
import { type RuleFields, sensorGroupsOf } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { minutesPhrase } from '#contract/control/words/phrases-text.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { RehearsalDays } from './rehearsal-days.tsx';
import { RehearsalPicture } from './rehearsal-picture.tsx';

type RehearsalResultProps = { rule: RuleFields; rehearsal: Rehearsal; choices: RuleChoices; now: number };

/** What a rule would have done: a sentence, a picture, a table, what blocked it, and what is unknown. */
export function RehearsalResult({ rule, rehearsal, choices, now }: RehearsalResultProps) {
  const { untilAt, toAt, days, isCounted, conflicts, caveats, isClosedLoop } = rehearsal;
  const words = wordsOfChannels(choices.channels);
  const { beyondMinutes, degreeHours } = sumsOf(days);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p aria-live="polite" className="text-lg leading-8 font-semibold">
        {rehearsalSentence(rule.family, rehearsal)}
        {isClosedLoop && ' (모의)'}
      </p>
      {isCounted && rule.family === 'reservation-target' && (
        <p>
          그때 목표를 벗어난 시간은 {minutesPhrase(beyondMinutes)}, 벗어난 정도는 모두 {formatNumber(degreeHours, 1)}{' '}
          {rule.measure === 'HUMIDITY' ? '%·시간' : rule.measure === 'VPD' ? 'kPa·시간' : '℃·시간'}입니다.
        </p>
      )}
      {untilAt < toAt && (
        <Banner tone="warn">시간이 모자라 {formatDateTime(untilAt)}까지만 계산했습니다. 다시 눌러 주세요.</Banner>
      )}
      {conflicts.map(({ name, channel, minutes, first }) => (
        <Banner key={`${name} ${channel} ${first}`} tone="warn">
          {first === 'other'
            ? `'${name}' 규칙이 먼저여서 ${withParticle(words(channel).name, '을')} ${minutesPhrase(minutes)} 양보했을 것입니다.`
            : `이 규칙이 먼저여서 '${name}' 규칙이 ${withParticle(words(channel).name, '을')} ${minutesPhrase(minutes)} 양보했을 것입니다.`}
        </Banner>
      ))}
      <RehearsalPicture rule={rule} rehearsal={rehearsal} now={now} />
      <RehearsalDays rehearsal={rehearsal} />
      <Blocks rule={rule} blocks={rehearsal.blocks} words={words} />
      <section className="flex flex-col gap-2">
        <h3 className="font-bold">알 수 없는 것</h3>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <Missing rule={rule} coverage={rehearsal.coverage} words={words} />
          {caveats.map((caveat) => (
            <li key={caveat}>{caveatSentence(caveat, rehearsal)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Limit of listed blocks. */
const MOST_BLOCKS = 6;

function Blocks({ rule, blocks, words }: { rule: RuleFields; blocks: Rehearsal['blocks']; words: WordsOf }) {
  if (blocks.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-bold">움직이지 못한 이유</h3>
      <ul className="flex flex-col gap-2">
        {blocks.slice(0, MOST_BLOCKS).map(({ minutes, times, row }) => (
          <li key={`${row.outcome} ${row.reason} ${row.actuator} ${row.by}`} className="flex flex-col">
            <span className="tabular text-age text-ink-soft">
              {times}번, 모두 {minutesPhrase(minutes)}
            </span>
            {decisionSentence(row, row.actuator === null ? rule.name || '이 규칙' : words(row.actuator).name)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sensors without readings for part of the time. */
function Missing({ rule, coverage, words }: { rule: RuleFields; coverage: Rehearsal['coverage']; words: WordsOf }) {
  const groups = sensorGroupsOf(rule);
  const isAlone = (channel: number) => groups.some((group) => group.length === 1 && group.includes(channel));
  return coverage
    .filter(({ share }) => share < 0.995)
    .map(({ channel, share }) => (
      <li key={channel}>
        {words(channel).name}: 그동안의 {Math.round(100 * share)} %만 기록이 있습니다.{' '}
        {isAlone(channel) ? '나머지 때에는 규칙이 쉬었을 것입니다.' : '나머지 때에는 이 센서 없이 판단했을 것입니다.'}
      </li>
    ));
}
