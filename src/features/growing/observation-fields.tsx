import { useQuery } from '@tanstack/react-query';
import { leafColourWords, pestWords } from '#contract/growing/growing-text.ts';
import type { ObservationFields } from '#contract/growing/observation.ts';
import { pests, type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { instantOf, momentOf } from '#src/lib/moment.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { MomentField } from '#src/ui/field/moment-field.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';
import { MultiChips } from '#src/ui/multi-chips.tsx';
import { PhotoField, type PhotoFieldProps } from '#src/ui/photo/photo-field.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { FigureField } from './figure-field.tsx';
import { type GrowingCrop, observedTreesQuery } from './growing-reads.ts';
import { cropWords, fieldLabels, figureWords } from './growing-words.tsx';
import { seasonChoices } from './season-choices.ts';

/** A form with these fields and possibly more. */
type ObservationForm = Pick<FormHandle<ObservationFields>, 'values' | 'set' | 'field' | 'text' | 'errorOf'>;

type ObservationFieldSetProps = {
  form: ObservationForm;
  crops: readonly GrowingCrop[];
  /** The `field` of usePhotos. */
  photos: Omit<PhotoFieldProps, 'label' | 'help'>;
};

export function ObservationFieldSet({ form, crops, photos }: ObservationFieldSetProps) {
  const now = useNow(MINUTE_MS);
  const { values } = form;
  const crop = crops.find(({ cropId }) => cropId === values.cropId);
  const at = parseInstant(values.observedAt);
  const { inCalendar, others } = seasonChoices(crop, at, values.season);
  const houses = [...new Set(crops.map(({ house }) => house))];

  function chooseCrop(cropId: string) {
    form.set('cropId', cropId);
    const next = crops.find((one) => one.cropId === cropId);
    if (next && (values.house === '' || houses.includes(values.house))) form.set('house', next.house);
  }
  return (
    <TwoColumns
      beside={
        <>
          <FormSection title="병해충">
            <MultiChips
              label={fieldLabels.pests}
              name="pests"
              chips={pests.map((value) => ({ value, label: pestWords[value] }))}
              values={values.pests}
              onChange={(next) => form.set('pests', withoutContradiction(values.pests, next))}
              error={form.errorOf('pests')}
            />
            <TextField label={fieldLabels.otherPest} maxLength={40} {...form.text('otherPest')} />
          </FormSection>
          <FormSection>
            <TextareaField label={fieldLabels.note} maxLength={500} {...form.text('note')} />
            <PhotoField label="사진" {...photos} />
          </FormSection>
        </>
      }
    >
      <FormSection>
        {crops.length > 1 && (
          <SingleChips
            label={fieldLabels.cropId}
            isLabelShown
            chips={crops.map((one) => ({ value: one.cropId, label: cropWords(one) }))}
            {...form.field('cropId')}
            onChange={chooseCrop}
          />
        )}
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label={fieldLabels.house} placeholder="1동" maxLength={40} {...form.text('house')} />
          <TextField label={fieldLabels.tree} placeholder="12" maxLength={20} {...form.text('tree')} />
        </div>
        <MomentField
          label={fieldLabels.observedAt}
          name="observedAt"
          isRequired
          max={momentOf(now + MINUTE_MS)}
          value={Number.isNaN(at) ? '' : momentOf(at)}
          onChange={(moment) => form.set('observedAt', isoOf(moment))}
          error={form.errorOf('observedAt')}
        />
        <ChoiceField
          label={fieldLabels.season}
          choices={[
            { value: '', label: inCalendar === '' ? '적지 않음' : `달력대로: ${inCalendar}` },
            ...others.map((season) => ({ value: season, label: season })),
          ]}
          {...form.field('season')}
        />
      </FormSection>
      <FigureFields form={form} />
    </TwoColumns>
  );
}

const isoOf = (moment: string) => {
  const at = instantOf(moment);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};

/** 'Nothing found' and any finding exclude each other. */
function withoutContradiction(before: ObservationFields['pests'], next: ObservationFields['pests']) {
  const isNoneNew = next.includes('none') && !before.includes('none');
  return isNoneNew
    ? next.filter((pest) => pest === 'none')
    : next.filter((pest) => pest !== 'none' || next.length === 1);
}

/** The number fields, each with this tree's last value. */
function FigureFields({ form }: { form: ObservationForm }) {
  const { values } = form;
  const trees = useQuery(observedTreesQuery(values.farmIndex)).data?.value ?? [];
  const known = trees.find(
    ({ cropId, house, tree }) => cropId === values.cropId && house === values.house && tree === values.tree.trim(),
  );
  function lastOf(name: QuantityName): string | undefined {
    const last = known?.[name];
    if (!last || last.observedAt === values.observedAt) return undefined;
    return `지난번 ${figureWords(name, last.value)} (${formatDayOfYear(parseInstant(last.observedAt))})`;
  }
  function confirm(name: QuantityName, isConfirmed: boolean) {
    const others = values.confirmed.filter((one) => one !== name);
    form.set('confirmed', isConfirmed ? [...others, name] : others);
  }
  function change(name: QuantityName, value: number | null) {
    form.set(name, value);
    // A confirmation holds only for the value that was confirmed.
    if (values.confirmed.includes(name)) confirm(name, false);
  }
  return (
    <FormSection title="잰 값" lead="잰 것만 적어 주세요.">
      <div className="grid gap-6 sm:grid-cols-2">
        {quantityNames
          .filter((name) => name !== 'leafColour')
          .map((name) => (
            <FigureField
              key={name}
              quantity={name}
              value={values[name]}
              onChange={(value) => change(name, value)}
              error={form.errorOf(name)}
              isConfirmed={values.confirmed.includes(name)}
              onConfirm={(isConfirmed) => confirm(name, isConfirmed)}
              help={lastOf(name)}
            />
          ))}
      </div>
      <SingleChips
        label={fieldLabels.leafColour}
        name="leafColour"
        isLabelShown
        chips={[
          { value: 0, label: '적지 않음' },
          ...leafColourWords.map((label, at) => ({ value: at + 1, label: `${at + 1}`, detail: label })),
        ]}
        value={values.leafColour ?? 0}
        onChange={(step) => change('leafColour', step === 0 ? null : step)}
        error={form.errorOf('leafColour')}
        help={lastOf('leafColour')}
      />
    </FormSection>
  );
}
