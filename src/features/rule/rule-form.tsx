import { type ReactNode, useMemo, useState } from 'react';
import { fitsTogether } from '#contract/control/fields.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { type RuleChoices, type RuleDetail, ruleCalls } from '#contract/control/rule/rule-calls.ts';
import { equipmentOf, wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { problemsOnFarm } from '#contract/control/rule/rule-fit.ts';
import { ruleSentence } from '#contract/control/rule/rule-sentence-text.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { notSentMessages } from '#contract/wire/write-text.ts';
import { isReachable, useConnectivityStore } from '#src/api/call/connectivity.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { type Answered, useSave } from '#src/api/write/use-save.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ConflictPanel } from '#src/ui/field/conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import type { FormSchema } from './form-schema.ts';
import { RehearsalPanel } from './rehearsal-panel.tsx';
import { RuleListLink } from './rule-link.tsx';
import { RulePreview } from './rule-preview.tsx';
import { familyWords, fieldLabels, modeWords, OFFLINE_WORDS } from './rule-words.tsx';
import { SentenceBar } from './sentence-bar.tsx';

/** Props of the form of any rule family. */
export type RuleFormFrame = {
  choices: RuleChoices;
  farmIndex: number;
  /** Id of the edited rule; undefined for a new one. */
  self: string | undefined;
  now: number;
  isOffline: boolean;
  onSaved: (rule: RuleDetail, message: string) => void;
};

type RuleFormProps<Fields extends RuleFields> = RuleFormFrame & {
  initial: Fields;
  schema: FormSchema<Fields>;
  children: (form: FormHandle<Fields>) => ReactNode;
};

type Saved = Answered<AnswerOf<(typeof ruleCalls)[RuleFields['family']]['create']>>;

/** The form of a rule with its sentence on top; problems with the farm's channels are shown before sending. */
export function RuleForm<Fields extends RuleFields>(props: RuleFormProps<Fields>) {
  const { initial, schema, choices, farmIndex, self, now, isOffline, onSaved, children } = props;
  const { family } = initial;
  const create = useSave(ruleCalls[family].create);
  const update = useSave(ruleCalls[family].update);
  const connectivity = useConnectivityStore();
  const fitting = useMemo(
    () => schema.check(fitsTogether((rule: Fields) => problemsOnFarm(rule, equipmentOf(choices, rule.cropId)))),
    [schema, choices],
  );
  async function send(mine: Fields, base: Fields): Promise<Saved> {
    if (isOffline || !isReachable(connectivity)) {
      return { trouble: { problems: {}, failure: { message: notSentMessages.offline }, conflict: undefined } };
    }
    if (self === undefined) return create.attempt({ body: { ...mine, farmIndex } });
    return update.attempt({ params: { id: self }, body: { ...mine, base } });
  }
  const { form, conflict, draft } = useEntryForm<Fields, { message: string; data: RuleDetail }>({
    name: `rule ${self ?? `${family} ${farmIndex}`}`,
    initial,
    schema: fitting,
    send,
    onSaved: ({ message, data }) => onSaved(data, message),
  });
  const [sentenceAbove, setSentenceAbove] = useState<HTMLElement | null>(null);
  const words = wordsOfChannels(choices.channels);
  if (conflict) {
    const { fields, base, mine, current, ...panel } = conflict;
    const said = (name: string, rule: Fields) =>
      plainWords(name, new Map<string, unknown>(Object.entries(rule)).get(name)) ?? ruleSentence(rule, words);
    return (
      <ConflictPanel
        {...panel}
        fields={fields.map((name) => ({
          name,
          label: fieldLabels[name] ?? '하는 일',
          base: said(name, base),
          // The result if this field is kept: this field as typed, all others as stored.
          mine: said(name, { ...current, [name]: mine[name] }),
          theirs: said(name, current),
        }))}
      />
    );
  }
  const sentence = ruleSentence(form.values, words);
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] lg:items-start">
      <SentenceBar sentence={sentence} after={sentenceAbove} />
      <div className="lg:sticky lg:top-46 lg:order-last">
        <RulePreview rule={form.values} {...{ self, choices, now, sentence }} sentenceRef={setSentenceAbove} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <Form
          form={form}
          draft={draft}
          label={familyWords[family].title}
          actions={
            <>
              {isOffline && <Banner tone="offline">{OFFLINE_WORDS}</Banner>}
              <FormActions
                isBusy={form.isBusy}
                isDisabled={isOffline}
                cancel={
                  <RuleListLink family={family} className={buttonClass()}>
                    취소
                  </RuleListLink>
                }
              />
            </>
          }
        >
          {children(form)}
        </Form>
        <RehearsalPanel
          rule={form.values}
          self={self}
          choices={choices}
          farmIndex={farmIndex}
          now={now}
          isOffline={isOffline}
        />
      </div>
    </div>
  );
}

/** The text of a simple field; undefined for fields that only the sentence shows. */
function plainWords(name: string, value: unknown): string | undefined {
  if (name === 'mode') return value === 'act' ? modeWords.act : modeWords.watch;
  if (typeof value === 'boolean') return value ? '켬' : '끔';
  if (fieldLabels[name] === undefined) return undefined;
  if (value === null || value === '') return '-';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
