import type { RuleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { FoldedSection } from '#src/ui/field/folded-section.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';
import { MultiChips } from '#src/ui/multi-chips.tsx';
import { fieldLabels } from '../rule-words.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { WindowsField } from './windows-field.tsx';

type Shared = Pick<
  RuleFields,
  | 'name'
  | 'areaName'
  | 'enabled'
  | 'mode'
  | 'priority'
  | 'validFrom'
  | 'validTo'
  | 'days'
  | 'seasons'
  | 'cropId'
  | 'windows'
  | 'notify'
  | 'note'
>;

type SharedForm = Pick<FormHandle<Shared>, 'field' | 'text' | 'values' | 'errorOf' | 'problems'>;

type SharedProps = { form: SharedForm; choices: RuleChoices };

/** The name of the rule and its zone. */
export function NameFields({ form, choices, example }: SharedProps & { example: string }) {
  const areas = [...new Set(choices.channels.map(({ areaName }) => areaName))].filter(Boolean);
  return (
    <FormSection>
      <TextField label="이름" isRequired {...form.text('name')} maxLength={40} placeholder={example} />
      {areas.length > 1 && (
        <ChoiceField
          label="동"
          {...form.field('areaName')}
          choices={[{ value: '', label: '농장 전체' }, ...areas.map((area) => ({ value: area, label: area }))]}
        />
      )}
    </FormSection>
  );
}

const dayWords = ['월', '화', '수', '목', '금', '토', '일'] as const;

/** Days, times and growth stages in which the rule may act. */
export function WhenFields({ form, choices }: SharedProps) {
  const days = form.field('days');
  const seasons = form.field('seasons');
  const { cropId } = form.values;
  const crop = choices.crops.find(({ id, seasons: named }) => (cropId === null ? named.length > 0 : id === cropId));
  return (
    <FormSection title="때">
      <WindowsField {...form.field('windows')} errorOf={form.errorOf} />
      <MultiChips
        label="요일"
        isLabelShown
        name={days.name}
        error={days.error}
        values={days.value}
        onChange={days.onChange}
        chips={dayWords.map((label, at) => ({ value: at + 1, label }))}
      />
      {crop && crop.seasons.length > 0 && (
        <MultiChips
          label="생육 단계"
          isLabelShown
          help={seasons.value.length === 0 ? '고르지 않으면 일 년 내내입니다.' : `${crop.name} 생육 달력을 따릅니다.`}
          name={seasons.name}
          error={seasons.error}
          values={seasons.value}
          onChange={seasons.onChange}
          chips={crop.seasons.map((season) => ({ value: season, label: season }))}
        />
      )}
    </FormSection>
  );
}

const priorities = {
  '1': '1 (가장 먼저)',
  '2': '2',
  '3': '3',
  '4': '4',
  '5': '5 (보통)',
  '6': '6',
  '7': '7',
  '8': '8',
  '9': '9 (가장 나중)',
} as const;

const priorityOf = (value: number) =>
  (['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const).find((one) => one === String(value)) ?? '5';

const foldedNames = ['priority', 'validFrom', 'validTo', 'cropId', 'notify', 'note'];

type MoreFieldsProps = SharedProps & {
  /** The names of the family's own fields that are folded with the shared ones, and what they are about. */
  own: { names: readonly string[]; lead: string };
  children: React.ReactNode;
};

/** Settings that most rules leave at their defaults; a problem in one of them unfolds them. */
export function MoreFields({ form, choices, own, children }: MoreFieldsProps) {
  const priority = form.field('priority');
  const crop = form.field('cropId');
  const grown = choices.crops.filter(({ seasons }) => seasons.length > 0);
  return (
    <FoldedSection
      title="더 정하기"
      lead={`${own.lead}, 우선순위, 적용 기간, 알림, 메모`}
      isNeeded={Object.keys(form.problems).some((path) =>
        [...own.names, ...foldedNames].includes(path.split('.')[0] ?? ''),
      )}
    >
      {children}
      <ChoiceSelect
        label="우선순위"
        {...priority}
        help="같은 장비를 두 규칙이 원하면 숫자가 작은 규칙이 먼저입니다."
        value={priorityOf(priority.value)}
        onChange={(value) => priority.onChange(Number(value))}
        words={priorities}
      />
      <DateField label="적용 시작일" {...form.field('validFrom')} />
      <DateField label="적용 종료일" {...form.field('validTo')} />
      {grown.length > 1 && (
        <ChoiceField
          label="따를 생육 달력"
          {...crop}
          value={crop.value ?? ''}
          onChange={(id) => crop.onChange(id === '' ? null : id)}
          choices={[{ value: '', label: '첫 작물' }, ...grown.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      <Switch
        label="알림"
        help="끄면 이 규칙이 쉬거나 하루 최대에 닿아도 손볼 일에 올리지 않습니다. 목록과 판단 기록에는 남습니다."
        {...form.field('notify')}
      />
      <TextareaField label="메모" {...form.text('note')} maxLength={200} />
    </FoldedSection>
  );
}

const modeChoices = {
  watch: '지켜보기: 판단하고 적기만 합니다',
  act: '실행: 장비를 움직입니다',
} as const;

/** Whether the rule is on, and whether it controls equipment or only watches. */
export function UseFields({ form }: Pick<SharedProps, 'form'>) {
  return (
    <FormSection title="사용">
      <Switch label={fieldLabels.enabled ?? ''} {...form.field('enabled')} />
      <ChoiceSelect
        label="방식"
        {...form.field('mode')}
        help="며칠 지켜본 뒤 실행으로 바꾸면 안전합니다."
        words={modeChoices}
      />
    </FormSection>
  );
}
