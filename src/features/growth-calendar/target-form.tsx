import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CalendarEdit, EditedName, ResolvedPeriod } from '#contract/growth-calendar/calendar-edit.ts';
import { calendarWarnings } from '#contract/growth-calendar/calendar-warnings.ts';
import type { Schema } from '#contract/wire/endpoint.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import type { Outcome } from '#src/api/write/use-save.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { AmountField, amountText } from './amount-field.tsx';

type TargetValues = CalendarEdit & { reason: string };

type TargetFormProps = {
  /** Names the draft. */
  name: string;
  title: string;
  period: ResolvedPeriod;
  crop: { itemsName: string; isHeated: boolean };
  /** Whose values are edited: those of this origin are what the form begins with. */
  by: 'farm' | 'administrator';
  schema: Schema;
  send: (values: TargetValues, base: TargetValues) => Promise<Outcome<{ message: string }>>;
  onClose: () => void;
};

/** The figures of one period, set by hand; what guidance says against them is said while they are typed. */
export function TargetForm({ name, title, period, crop, by, schema, send, onClose }: TargetFormProps) {
  const { form, conflict, settle, leaveConflict } = useEntryForm<TargetValues, { message: string }>({
    name,
    initial: setBy(period, by),
    schema,
    send,
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  if (conflict) {
    return (
      <EntryConflictPanel
        conflict={conflict}
        labels={valueLabels}
        wordsOf={(field, values) => wordsOf(values[field])}
        onSave={settle}
        onCancel={leaveConflict}
        isBusy={form.isBusy}
      />
    );
  }
  const { values } = form;
  const typed = { ...period, row: values.row ?? period.row, high: values.high ?? period.high };
  const otherwise = (field: Exclude<EditedName, 'season'>) => amountText(period[field]);
  return (
    <Form form={form} label={title}>
      {by === 'administrator' && (
        <TextField
          label={valueLabels.season}
          name="season"
          maxLength={20}
          placeholder={period.season}
          help={`비워 두면 달력대로 ${period.season}입니다.`}
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
      <Warnings warnings={calendarWarnings(typed, crop)} />
      <TextField label={valueLabels.reason} maxLength={200} help="변경 기록에 남습니다." {...form.text('reason')} />
      <FormActions isInPlace isBusy={form.isBusy} onCancel={onClose} />
    </Form>
  );
}

/** What a value of a period is called. */
export const valueLabels: Record<EditedName | 'reason', string> = {
  season: '생육 단계',
  row: '밤 최저 (℃)',
  high: '낮 최고 (℃)',
  watering: '한 번 관수량 (10a마다 t)',
  wateringInterval: '관수 간격 (일)',
  reason: '고치는 까닭',
};

function wordsOf(value: TargetValues[keyof TargetValues]): string {
  if (value === null) return '달력대로';
  if (value === 'natural' || value === 'water-saving' || typeof value !== 'string') return amountText(value);
  return value;
}

/** What has been set by somebody already; null: as it stands below. */
function setBy(
  { origins, season, row, high, watering, wateringInterval }: ResolvedPeriod,
  by: 'farm' | 'administrator',
) {
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

/** Guidance that the typed figures go against, each with its source. */
function Warnings({ warnings }: { warnings: ReturnType<typeof calendarWarnings> }) {
  return (
    <ul aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {warnings.map(({ name, message, source }) => (
        <li key={name} className="flex gap-2 rounded-card bg-warn-surface px-3 py-2 text-warn-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>
            {message}{' '}
            <a href={source.url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              {source.title}
            </a>
          </span>
        </li>
      ))}
    </ul>
  );
}
