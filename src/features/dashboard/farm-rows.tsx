import { useQueries } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { attentionOf } from '#contract/quality/attention.ts';
import { sensorsNow } from '#contract/quality/sensor-state.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { classNames } from '#src/lib/class-names.ts';
import { judgedAt } from '#src/lib/data-age.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { Card } from '#src/ui/card.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { qualityQuery, temperaturesOf, valuesQuery } from './values-query.ts';

type FarmRowsProps = {
  farms: readonly { index: number; farmName: string }[];
  chosen: number;
  now: number;
  onChoose: (farmId: number) => void;
};

/** Every farm as a row with its key value; on a phone only the worst is shown until expanded. */
export function FarmRows({ farms, chosen, now, onChoose }: FarmRowsProps) {
  const isWide = useMedia(DESKTOP);
  const results = useQueries({ queries: farms.map(({ index }) => valuesQuery(index)) });
  const found = useQueries({ queries: farms.map(({ index }) => qualityQuery(index)) });
  const rows = farms.map((farm, at): FarmNow => {
    const areas = results[at]?.data?.value ?? [];
    const quality = found[at]?.data?.value;
    const judged = judgedAt(found[at]?.data ?? results[at]?.data, now);
    const { count } = attentionOf(sensorsNow(areas, quality, judged), quality);
    return { ...farm, coldest: coldestOf(temperaturesOf(areas)), count };
  });
  const listed = isWide ? rows : rows.filter(({ index }) => index !== chosen);
  const list = (
    <ul className="grid grid-cols-1 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
      {listed.map((row) => (
        <li key={row.index}>
          <button
            type="button"
            onClick={() => onChoose(row.index)}
            aria-current={row.index === chosen ? 'true' : undefined}
            className={classNames(ROW, 'w-full px-3 hover:bg-sunken', row.index === chosen && 'bg-leaf-tint')}
          >
            <FarmFigures name={row.farmName} count={row.count} coldest={row.coldest} now={now} />
            <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-faint max-[389px]:hidden" />
          </button>
        </li>
      ))}
    </ul>
  );
  if (isWide)
    return (
      <Card aria-labelledby="farm-rows-title" padding="sm">
        <div className="flex flex-wrap items-baseline gap-x-4 px-3 pt-1">
          <h2 id="farm-rows-title" className="font-bold">
            내 농장
          </h2>
          <p className="text-ink-soft">지금 가장 낮은 내부 온도</p>
        </div>
        {list}
      </Card>
    );
  return (
    <Card aria-label="내 농장" padding="none" className="px-1">
      {listed.length === 1 ? (
        list
      ) : (
        <details className="group">
          <summary className={classNames(ROW, 'px-3')}>
            <FarmFigures
              name={`다른 농장 ${listed.length}곳`}
              count={listed.reduce((sum, { count }) => sum + count, 0)}
              coldest={coldestOf(listed.flatMap(({ coldest }) => coldest ?? []))}
              now={now}
            />
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-180 max-[339px]:hidden"
            />
          </summary>
          {list}
        </details>
      )}
    </Card>
  );
}

const ROW = 'flex min-h-touch flex-wrap items-center justify-end gap-x-2 rounded-lg text-left sm:gap-x-3';

type FarmNow = FarmRowsProps['farms'][number] & { coldest: SensorValue | undefined; count: number };

const coldestOf = (temperatures: readonly SensorValue[]) =>
  [...temperatures].sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];

/** A farm's name, its number of problems, and its coldest inside temperature with its age. */
function FarmFigures({
  name,
  count,
  coldest,
  now,
}: Pick<FarmNow, 'count' | 'coldest'> & { name: string; now: number }) {
  const { decimals, unit } = channelTypes.TEMPERATURE;
  return (
    <>
      <span className="mr-auto font-semibold">{name}</span>
      {count > 0 && <span className="whitespace-nowrap text-warn-ink">손볼 일 {count}</span>}
      {coldest && <AgeBadge at={Date.parse(coldest.date ?? '')} now={now} intervalMs={coldest.intervalMs} />}
      <span className="tabular text-xl font-bold whitespace-nowrap">
        <span className="text-base font-normal text-ink-soft md:sr-only">최저 </span>
        {formatNumber(coldest?.value, decimals)}
        <span className="text-base font-semibold text-ink-soft"> {unit}</span>
      </span>
    </>
  );
}
