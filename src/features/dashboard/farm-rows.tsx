import { useQueries } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { attentionOf } from '#contract/quality/attention.ts';
import { sensorsNow } from '#contract/quality/sensor-state.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { qualityQuery, temperaturesOf, valuesQuery } from './values-query.ts';

type FarmRowsProps = {
  farms: readonly { index: number; farmName: string }[];
  chosen: number;
  now: number;
  onChoose: (farmId: number) => void;
};

/** Every farm in a row with its one figure that matters: the coldest inside temperature. */
export function FarmRows({ farms, chosen, now, onChoose }: FarmRowsProps) {
  const results = useQueries({ queries: farms.map(({ index }) => valuesQuery(index)) });
  const found = useQueries({ queries: farms.map(({ index }) => qualityQuery(index)) });
  return (
    <Card aria-labelledby="farm-rows-title" padding="sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 pt-1 md:justify-start">
        <h2 id="farm-rows-title" className="font-bold">
          내 농장
        </h2>
        <p className="text-ink-soft">지금 가장 낮은 내부 온도</p>
      </div>
      <ul className="grid grid-cols-1 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        {farms.map(({ index, farmName }, at) => {
          const areas = results[at]?.data?.value ?? [];
          const coldest = temperaturesOf(areas).sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];
          const told = found[at]?.data?.value;
          const { count } = attentionOf(sensorsNow(areas, told, now), told);
          return (
            <li key={index}>
              <button
                type="button"
                onClick={() => onChoose(index)}
                aria-current={index === chosen ? 'true' : undefined}
                className={`flex min-h-touch w-full flex-wrap items-center justify-end gap-x-2 sm:gap-x-3 rounded-lg px-3 text-left hover:bg-sunken ${index === chosen ? 'bg-leaf-tint' : ''}`}
              >
                <span className="mr-auto font-semibold">{farmName}</span>
                {count > 0 && <span className="whitespace-nowrap text-warn-ink">손볼 일 {count}</span>}
                {coldest && <AgeBadge at={Date.parse(coldest.date ?? '')} now={now} intervalMs={coldest.intervalMs} />}
                <span className="flex items-center gap-x-2 sm:gap-x-3">
                  <span className="tabular text-xl font-bold whitespace-nowrap">
                    {formatNumber(coldest?.value, channelTypes.TEMPERATURE.decimals)}
                    <span className="text-base font-semibold text-ink-soft"> {channelTypes.TEMPERATURE.unit}</span>
                  </span>
                  <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-faint max-[389px]:hidden" />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
