import { useQuery } from '@tanstack/react-query';
import type { CropFields } from '#contract/crop/crop.ts';
import { cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import type { ItemCode } from '#contract/crop/item-code.ts';
import { type Farm, listFarms } from '#contract/farm/farm.ts';
import { DAY_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';
import { Combobox } from '#src/ui/field/combobox.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { earliestBudBreak } from './crop-words.ts';

type CropFieldSetProps = {
  /** A form with these fields and possibly more. */
  form: Pick<FormHandle<CropFields>, 'field' | 'text' | 'values'>;
  items: readonly ItemCode[];
  /** The items could not be loaded: the list is incomplete. */
  areItemsMissing: boolean;
  /** The farms to choose from; undefined if the crop has a farm. */
  farms?: readonly Farm[];
};

const chipsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));

export function CropFieldSet({ form, items, areItemsMissing, farms }: CropFieldSetProps) {
  const now = useNow(MINUTE_MS);
  const today = seoulDate(now);
  const { value: farmIndex, ...farmField } = form.field('farmIndex');
  const tooLarge = useTooLargeWords(form.values);
  return (
    <TwoColumns
      beside={
        <>
          <FormSection title="규모">
            <div className="grid grid-cols-2 items-start gap-4 sm:max-w-md">
              <NumberField label="면적" unit="㎡" help={tooLarge} {...form.field('areaM2')} />
              <NumberField label="나무 수" unit="그루" {...form.field('treeCount')} />
            </div>
          </FormSection>
          <FormSection
            title="시기와 상태"
            lead="생육 달력은 이번 철의 발아일부터 날을 셉니다. 봄에 눈이 튼 날을 적어 두면 시기별 목표 온도가 맞게 나옵니다."
          >
            <DateField label="심은 날" max={today} {...form.field('plantedOn')} />
            <DateField
              label="이번 철 발아일"
              min={seoulDate(earliestBudBreak(now))}
              max={seoulDate(now + 30 * DAY_MS)}
              {...form.field('budBreakOn')}
            />
            <SingleChips label="상태" isLabelShown chips={chipsOf(cropStatusWords)} {...form.field('status')} />
          </FormSection>
        </>
      }
    >
      <FormSection>
        {farms && farms.length > 1 && (
          <ChoiceField
            label="농장"
            isRequired
            choices={farms.map(({ index, farmName }) => ({ value: index, label: farmName }))}
            value={farmIndex}
            {...farmField}
          />
        )}
        <Combobox
          label="품목"
          isRequired
          placeholder="품목 고르기"
          help={areItemsMissing ? '품목 목록을 불러오지 못했습니다. 연결되면 다시 불러옵니다.' : undefined}
          choices={items.map(({ code, itemsName }) => ({ value: code, label: itemsName }))}
          {...form.field('itemCode')}
        />
        <TextField label="품종" help="아는 만큼만 적어 주세요." maxLength={40} {...form.text('variety')} />
        <TextField label="동·밭" placeholder="1동" maxLength={40} {...form.text('house')} />
        <SingleChips label="재배 방식" isLabelShown chips={chipsOf(cultivationWords)} {...form.field('cultivation')} />
      </FormSection>
    </TwoColumns>
  );
}

/** A warning if the crop is larger than its farm; undefined if that is unknown. */
function useTooLargeWords({ farmIndex, areaM2 }: Pick<CropFields, 'farmIndex' | 'areaM2'>): string | undefined {
  const farms = useQuery(readQuery(listFarms, {}));
  const ground = farms.data?.value.find(({ index }) => index === farmIndex)?.areaM2 ?? null;
  if (ground === null || areaM2 === null || !(areaM2 > ground)) return undefined;
  return `농장 면적(${formatNumber(ground, 0)} ㎡)보다 넓습니다. 둘 가운데 하나를 확인해 주세요.`;
}
