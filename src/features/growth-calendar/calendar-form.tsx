import Search from 'lucide-react/icons/search';
import type { FormEvent } from 'react';
import { seoulMonth } from '#contract/time/time.ts';
import { Button } from '#src/ui/button/button.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { type CalendarAsked, mayQuery } from './calendar-address.ts';

/** An option of the crop selector; a crop without a calendar cannot be chosen. */
export type CropChoice = { value: string; label: string; hasCalendar: boolean };

type CalendarFormProps = {
  farms: readonly { index: number; farmName: string }[];
  farmIndex: number;
  /** The farm's crops, and all other kinds of crops. */
  ownCrops: readonly CropChoice[];
  otherCrops: readonly CropChoice[];
  /** '' for a field without a choice. */
  chosen: CalendarAsked;
  /** The server's time, epoch ms. */
  now: number;
  isLoading: boolean;
  onFarm: (farmIndex: number) => void;
  onChange: (next: CalendarAsked) => void;
  onQuery: () => void;
};

/** How many years back can be chosen. */
const LISTED_YEARS = 10;

/** The form of the query: farm, crop, month. */
export function CalendarForm(props: CalendarFormProps) {
  const { farms, farmIndex, ownCrops, otherCrops, chosen, now, isLoading, onFarm, onChange, onQuery } = props;
  const thisMonth = seoulMonth(now);
  const [year = '', monthOfYear = ''] = chosen.month.split('-');
  const thisYear = Number(thisMonth.slice(0, 4));
  const listed = Array.from({ length: LISTED_YEARS }, (_, back) => String(thisYear - back));
  const years = year === '' || listed.includes(year) ? listed : [year, ...listed];
  const isFuture = chosen.month > thisMonth;
  const mayAsk = mayQuery({ farmIndex, ...chosen }, thisMonth, isLoading);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (mayAsk) onQuery();
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-2">
      <div className="grid grid-cols-6 items-end gap-2 *:col-span-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem_7rem_auto] md:gap-3 md:*:col-span-1">
        {farms.length > 1 && (
          <div className="max-md:col-span-3!">
            <NativeSelect label="농장" value={String(farmIndex)} onChange={(value) => onFarm(Number(value))}>
              {farms.map(({ index, farmName }) => (
                <option key={index} value={index}>
                  {farmName}
                </option>
              ))}
            </NativeSelect>
          </div>
        )}
        <div className={farms.length > 1 ? 'max-md:col-span-3!' : 'max-md:col-span-6!'}>
          <NativeSelect label="작물" value={chosen.crop} onChange={(crop) => onChange({ ...chosen, crop })}>
            <option value="">작물을 고르세요</option>
            <CropOptions label="이 농장의 작물" crops={ownCrops} />
            <CropOptions label="다른 작물" crops={otherCrops} />
          </NativeSelect>
        </div>
        <NativeSelect
          label="연도"
          value={year}
          onChange={(value) => onChange({ ...chosen, month: `${value}-${monthOfYear}` })}
        >
          {years.map((value) => (
            <option key={value} value={value}>
              {value}년
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label="월"
          value={monthOfYear}
          onChange={(value) => onChange({ ...chosen, month: `${year}-${value}` })}
        >
          {Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0')).map((value) => (
            <option key={value} value={value} disabled={`${year}-${value}` > thisMonth}>
              {Number(value)}월
            </option>
          ))}
        </NativeSelect>
        <Button type="submit" variant="primary" disabled={!mayAsk} icon={<Search aria-hidden className="size-5" />}>
          조회
        </Button>
      </div>
      {isFuture && <p className="text-warn-ink">아직 오지 않은 달은 조회할 수 없습니다. 이번 달까지 골라 주세요.</p>}
    </form>
  );
}

function CropOptions({ label, crops }: { label: string; crops: readonly CropChoice[] }) {
  if (crops.length === 0) return null;
  return (
    <optgroup label={label}>
      {crops.map(({ value, label: name, hasCalendar }) => (
        <option key={value} value={value} disabled={!hasCalendar}>
          {hasCalendar ? name : `${name} (생육 달력 없음)`}
        </option>
      ))}
    </optgroup>
  );
}
