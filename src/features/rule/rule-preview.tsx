import type { Ref } from 'react';
import { type Rule, type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { type ConflictingRule, conflictingRules } from '#contract/control/rule/rule-conflict.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { OPEN } from '#contract/control/words/phrases-text.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { NotCommandedNote } from './rule-needs.tsx';
import { RuleStripPicture } from './rule-strip-picture.tsx';

type RulePreviewProps = {
  /** The current form values. */
  rule: RuleFields;
  /** Id of this rule among the farm's rules; undefined for a new one. */
  self: Rule['id'] | undefined;
  choices: RuleChoices;
  now: number;
  sentence: string;
  sentenceRef: Ref<HTMLParagraphElement>;
};

const firstWords: { readonly [First in ConflictingRule['first']]: string } = {
  this: '이 규칙이 먼저입니다',
  other: '그 규칙이 먼저입니다',
  turns: '차례로 줍니다',
};

/** The typed rule as a sentence and as a day, and which rules use the same equipment. */
export function RulePreview({ rule, self, choices, now, sentence, sentenceRef }: RulePreviewProps) {
  const words = wordsOfChannels(choices.channels);
  // The day needs no name, and errors are shown at the fields.
  const whole = ruleFields.safeParse({ ...rule, name: rule.name || '-' });
  const beside = whole.success ? conflictingRules(whole.data, self, choices.rules) : [];
  const others = choices.rules.filter(({ id }) => beside.some((one) => one.id === id));
  return (
    <Card aria-label="규칙 문장" padding="md" className="flex flex-col gap-3">
      <p ref={sentenceRef} aria-live="polite" className="text-lg leading-8 font-semibold">
        {sentence}
      </p>
      {sentence.includes(OPEN) && <p className="text-ink-soft">{OPEN}은 아직 정하지 않은 곳입니다.</p>}
      {whole.success && (
        <RuleStripPicture
          rule={whole.data}
          beside={others.map(({ fields }) => ({ name: fields.name, fields }))}
          now={now}
        />
      )}
      <NotCommandedNote rule={rule} channels={choices.channels} />
      {beside.map((other) => (
        <Banner key={other.id} tone={other.first === 'turns' ? 'info' : 'warn'}>
          '{other.name}' 규칙도 {withParticle(other.channels.map((channel) => words(channel).name).join(', '), '을')}{' '}
          움직입니다. {firstWords[other.first]}.
        </Banner>
      ))}
    </Card>
  );
}
