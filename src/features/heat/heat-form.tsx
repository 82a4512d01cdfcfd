import { useEffect } from 'react';
import type { FarmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { type HeatCalendar, type HeatSettings, heatSettings, type updateHeat } from '#contract/heat/heat.ts';
import { heatFieldWords } from '#contract/heat/heat-text.ts';
import { heatWarnings } from '#contract/heat/heat-warnings.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import type { Answered } from '#src/api/write/use-save.ts';
import { isSame } from '#src/lib/is-same.ts';
import { Card } from '#src/ui/card.tsx';
import { GuidanceWarnings } from '#src/ui/climate/guidance-warnings.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { HeatPicture } from './heat-picture.tsx';
import { OwnTargets, SafetyLimits } from './heat-targets.tsx';
import { calendarWords, fieldValueWords } from './heat-words.tsx';
import { ModeField } from './mode-field.tsx';

type HeatFormProps = {
  farmId: number;
  /** The values when editing begins. */
  initial: HeatSettings;
  /** The stored values. */
  stored: HeatSettings;
  calendar: HeatCalendar | null;
  /** The farm's crops and the sources of guidance; undefined while loading. */
  farmCalendars: FarmCalendars | undefined;
  now: number;
  currentC: number | undefined;
  /** Why saving is impossible now, in a sentence; undefined if it is possible. */
  refusal: string | undefined;
  send: (settings: HeatSettings, base: HeatSettings) => Promise<Answered<AnswerOf<typeof updateHeat>>>;
  onSaved: (answer: AnswerOf<typeof updateHeat>) => void;
  /** Other users changed the settings while the form is untouched: restart with theirs. */
  onOutdated: () => void;
};

/** The settings form; the picture of the day follows every change. */
export function HeatForm(props: HeatFormProps) {
  const { farmId, initial, stored, calendar, farmCalendars, now, currentC, refusal, send, onSaved, onOutdated } = props;
  const { form, conflict, draft } = useEntryForm({
    name: `heat ${farmId}`,
    initial,
    schema: heatSettings,
    send,
    onSaved,
  });
  const { values, isDirty, isBusy } = form;
  const isOutdated = !isDirty && !isBusy && !isSame(stored, initial);
  useEffect(() => {
    if (isOutdated) onOutdated();
  }, [isOutdated, onOutdated]);

  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={heatFieldWords} wordsOf={fieldValueWords} />;
  }
  const complete = drawable(values) ? values : initial;
  const picture = <HeatPicture settings={complete} calendar={calendar} now={now} currentC={currentC} />;
  const { crops = [], sources = [] } = farmCalendars ?? {};
  const warnings = heatWarnings(complete, { stored, calendar, crops, at: now });
  const guidance = <GuidanceWarnings warnings={warnings} sources={sources} />;
  const follows = values.mode === 'calendar' ? calendar : null;
  const isOwn = follows === null;
  const hasHiddenProblem = ['nightTargetC', 'dayTargetC', 'bands'].some((name) =>
    Object.keys(form.problems).some((path) => path.split('.')[0] === name),
  );
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] lg:items-start">
      <Card aria-label="목표 그림" className="max-lg:hidden lg:sticky lg:top-46 lg:order-last">
        {picture}
      </Card>
      <div className="flex min-w-0 flex-col gap-5">
        <Form
          form={form}
          draft={draft}
          label="난방 설정"
          actions={
            <>
              {refusal !== undefined && <Banner tone="offline">{refusal}</Banner>}
              <FormActions isBusy={isBusy} isDisabled={refusal !== undefined} />
            </>
          }
        >
          <FormSection>
            <Switch label={heatFieldWords.enabled} {...form.field('enabled')} help="꺼도 서리방지는 계속됩니다." />
            <ModeField {...form.field('mode')} calendarNow={calendar ? calendarWords(calendar, now) : undefined} />
          </FormSection>
          {/* Next to the steppers: beside the form, or on small screens just above them. */}
          <Card aria-label="목표 그림" padding="md" className="lg:hidden">
            {picture}
          </Card>
          {(isOwn || hasHiddenProblem) && <OwnTargets form={form} guidance={isOwn && guidance} />}
          {follows && (
            <Banner tone="info">
              생육 달력의 밤 최저 온도를 밤낮으로 지킵니다.{' '}
              {follows.isHeated
                ? '가온 재배로 등록한 작물이라, 발아부터 생리낙과가 끝날 때까지는 16 ℃ 아래로 내리지 않습니다.'
                : '가온하지 않는 하우스를 기준으로 하므로, 일찍 가온하는 농장은 작물을 가온 재배로 등록하거나 목표를 직접 정해 주세요.'}{' '}
              자연온도인 때에는 서리방지만 합니다.
            </Banner>
          )}
          {follows && guidance}
          <SafetyLimits form={form} />
        </Form>
      </div>
    </div>
  );
}

/** Incomplete input may leave nothing to draw. */
function drawable({ bands, ...settings }: HeatSettings): boolean {
  const figures = [settings.dayTargetC, settings.nightTargetC, settings.frostGuardC, settings.hysteresisC];
  const isWhole = bands.every(({ from, to, targetC }) => from !== '' && to !== '' && Number.isFinite(targetC));
  return isWhole && figures.every(Number.isFinite);
}
