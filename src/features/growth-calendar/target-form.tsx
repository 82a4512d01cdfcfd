import {
  type CalendarEdit,
  type EditedName,
  editedNames,
  type ResolvedPeriod,
} from '#contract/growth-calendar/calendar-edit.ts';
import { calendarWarnings } from '#contract/growth-calendar/calendar-warnings.ts';
import type { CalendarSource } from '#contract/growth-calendar/growth-calendar-calls.ts';
import type { Schema } from '#contract/wire/endpoint.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import type { Answered } from '#src/api/write/use-save.ts';
import { GuidanceWarnings } from '#src/ui/climate/guidance-warnings.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { AmountField, amountText } from './amount-field.tsx';

type TargetValues = CalendarEdit & { reason: string };

export type TargetFormProps = {
  /** Name of the draft. */
  name: string;
  title: string;
  period: ResolvedPeriod;
  /** The night of the period before it. */
  rowBefore: ResolvedPeriod['row'];
  crop: { itemsName: string; isHeated: boolean };
  /** Sources of the calendar and of the warnings. */
  sources: readonly CalendarSource[];
  /** Whose values are edited: the form starts with the values of this origin. */
  by: 'farm' | 'administrator';
  schema: Schema;
  send: (values: TargetValues, base: TargetValues) => Promise<Answered<{ message: string }>>;
  onSaved: (message: string) => void;
  onCancel: () => void;
};

/** Sets the targets of one period; warnings from guidance are shown while typing. */
export function TargetForm({
  name,
  title,
  period,
  rowBefore,
  crop,
  sources,
  by,
  schema,
  send,
  onSaved,
  onCancel,
}: TargetFormProps) {
  const { form, conflict, draft } = useEntryForm<TargetValues, { message: string }>({
    name,
    initial: setBy(period, by),
    schema,
    send,
    onSaved: ({ message }) => onSaved(message),
  });
  if (conflict) {
    return (
      <EntryConflictPanel {...conflict} labels={valueLabels} wordsOf={(field, values) => wordsOf(values[field])} />
    );
  }
  const { values } = form;
  const below = periodBelow(period, by);
  const typed = { ...period, row: values.row ?? below.row, high: values.high ?? below.high };
  const otherwise = (field: Exclude<EditedName, 'season'>) => amountText(below[field]);
  return (
    <Form
      form={form}
      draft={draft}
      label={title}
      actions={<FormActions isInPlace isBusy={form.isBusy} onCancel={onCancel} />}
    >
      {by === 'administrator' && (
        <TextField
          label={valueLabels.season}
          name="season"
          maxLength={20}
          placeholder={below.season}
          help={`비워 두면 달력대로 ${below.season}입니다.`}
          value={values.season ?? ''}
          error={form.errorOf('season')}
          onChange={({ target }) => form.set('season', target.value === '' ? null : target.value)}
        />
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <AmountField label={valueLabels.row} word="natural" otherwise={otherwise('row')} {...form.field('row')} />
        <AmountField label={valueLabels.high} word="natural" otherwise={otherwise('high')} {...form.field('high')} />
        <AmountField
          label={valueLabels.watering}
          word="water-saving"
          otherwise={otherwise('watering')}
          {...form.field('watering')}
        />
        <AmountField
          label={valueLabels.wateringInterval}
          word="water-saving"
          otherwise={otherwise('wateringInterval')}
          {...form.field('wateringInterval')}
        />
      </div>
      <GuidanceWarnings warnings={calendarWarnings(typed, { ...crop, rowBefore })} sources={sources} />
      <TextField label={valueLabels.reason} maxLength={200} help="변경 기록에 남습니다." {...form.text('reason')} />
    </Form>
  );
}

/** Labels of a period's values. */
export const valueLabels: Record<EditedName | 'reason', string> = {
  season: '생육 단계',
  row: '밤 최저 (℃)',
  high: '낮 최고 (℃)',
  watering: '한 번 관수량 (10a마다 t)',
  wateringInterval: '관수 간격 (일)',
  reason: '고치는 이유',
};

function wordsOf(value: TargetValues[keyof TargetValues]): string {
  if (value === null) return '달력대로';
  if (value === 'natural' || value === 'water-saving' || typeof value !== 'string') return amountText(value);
  return value;
}

/** The period without the values that `by` has set: it applies where a field is left empty. */
function periodBelow(period: ResolvedPeriod, by: TargetFormProps['by']): ResolvedPeriod {
  const own = editedNames.filter((name) => period.origins[name] === by);
  return { ...period, ...Object.fromEntries(own.map((name) => [name, period.replaced[name] ?? period[name]])) };
}

/** The values that `by` has set; null where there is none. */
function setBy({ origins, season, row, high, watering, wateringInterval }: ResolvedPeriod, by: TargetFormProps['by']) {
  const own = <Value,>(name: EditedName, value: Value) => (origins[name] === by ? value : null);
  return {
    season: own('season', season),
    row: own('row', row),
    high: own('high', high),
    watering: own('watering', watering),
    wateringInterval: own('wateringInterval', wateringInterval),
    reason: '',
  };
}
