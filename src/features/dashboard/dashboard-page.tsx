import { useQuery } from '@tanstack/react-query';
import Thermometer from 'lucide-react/icons/thermometer';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { sensorsNow } from '#contract/quality/sensor-state.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { classNames } from '#src/lib/class-names.ts';
import { isOld, judgedAt } from '#src/lib/data-age.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { NightSentence, worstNight } from '#src/ui/climate/night-sentence.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { AttentionList, type Inspections } from './attention-list.tsx';
import { climateQuery } from './climate-query.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { FarmRows } from './farm-rows.tsx';
import { HouseCard } from './house-card.tsx';
import { housesOf } from './house-values.ts';
import { InstallLine } from './install-line.tsx';
import { judgementOf } from './judgement.tsx';
import { outlookQuery } from './outlook-query.ts';
import { TodayStrip } from './today-strip.tsx';
import { TonightLine } from './tonight-line.tsx';
import { useWallMode } from './use-wall-mode.ts';
import { qualityQuery, valuesQuery } from './values-query.ts';

/** With more farms, the searchable selector is used instead of rows. */
const MAX_FARM_ROWS = 10;

/** Loaded lazily: only few devices are wall displays. */
const loadWall = async () => (await import('./wall-view.tsx')).WallView;

type DashboardPageProps = {
  farms: readonly Pick<Farm, 'index' | 'farmName'>[];
  farm: Pick<Farm, 'index' | 'farmName' | 'isSimulated'>;
  onChooseFarm: (farmId: number) => void;
  /** The chart of the last day with all temperatures. */
  chart?: ReactNode;
  /** Undefined while loading. */
  inspections?: Inspections | undefined;
  /** Current notices, possibly none. */
  notices?: ReactNode;
};

/** The dashboard: a summary sentence, the houses, problems, today's targets, the chart of the day. */
export function DashboardPage({ farms, farm, onChooseFarm, chart, inspections, notices }: DashboardPageProps) {
  const now = useAgesTo();
  const values = useQuery(valuesQuery(farm.index));
  const found = useQuery(qualityQuery(farm.index));
  const climateRead = useQuery(climateQuery(farm.index));
  const expected = useQuery(outlookQuery(farm.index)).data;
  const outlook = expected?.value;
  if (values.isError && !values.data) throw values.error;
  const isWall = useWallMode();
  const { part: WallView, fetchPart } = useLazyModule(loadWall);
  useEffect(() => {
    if (isWall) void fetchPart();
  }, [isWall, fetchPart]);
  const areas = values.data?.value;
  const climate = climateRead.data?.value;
  const houses = useMemo(() => housesOf(areas ?? []), [areas]);
  const seen = found.data ?? values.data;
  // The wall tells that values stay away, whoever is to blame. Elsewhere a copy says nothing about sensors now.
  const judged = isWall ? now : judgedAt(seen, now);
  const sensors = sensorsNow(areas ?? [], found.data?.value, judged);
  if (isWall && WallView && houses.length > 0) {
    const control = found.data?.value.control ?? [];
    return <WallView {...{ farm, houses, climate, sensors, control, now }} />;
  }

  return (
    <div className="flex flex-col gap-2 sm:gap-5">
      {/* On a phone the farm selector shows the name already. */}
      <header
        className={classNames(
          'flex flex-wrap items-baseline justify-between gap-x-4',
          farms.length > 1 && 'max-md:sr-only',
        )}
      >
        <h1 className="text-2xl font-bold">{farm.farmName}</h1>
        <p className="text-ink-soft">{formatDate(now)}</p>
      </header>
      {notices}
      {farms.length > 1 && farms.length <= MAX_FARM_ROWS && (
        <FarmRows farms={farms} chosen={farm.index} now={now} onChoose={onChooseFarm} />
      )}
      {!areas && <DashboardSkeleton />}
      {areas?.length === 0 && (
        <EmptyState title="아직 센서가 없습니다" icon={<Thermometer aria-hidden className="size-8" />}>
          장치와 센서를 등록하고 값을 보내면 여기에 바로 나타납니다.
        </EmptyState>
      )}
      {areas && areas.length > 0 && (
        <>
          <div className="flex flex-col gap-1">
            <NightSentence climate={climate} now={now} />
            <TonightLine
              outlook={outlook}
              isFallback={expected?.isFallback}
              sunriseAt={climate && worstNight(climate)?.sunriseAt}
              now={now}
            />
          </div>
          {/* In reading order: the houses, beside them problems and targets, below them the day. */}
          <div className="fade-in grid grid-cols-1 gap-2 sm:gap-5 lg:grid-cols-3 lg:items-start">
            <ul className="flex min-w-0 flex-wrap gap-2 *:flex-[1_1_9.75rem] sm:gap-5 sm:*:flex-[1_1_15rem] lg:col-span-2">
              {houses.map((house) => (
                <li key={house.areaName} className="min-w-0">
                  <HouseCard house={house} judgement={climate && judgementOf(house.air, climate, now)} now={now} />
                </li>
              ))}
            </ul>
            <div className="flex min-w-0 flex-col gap-2 sm:gap-5 lg:row-span-2">
              <AttentionList
                farmIndex={farm.index}
                sensors={sensors}
                quality={found.data?.value}
                outlook={outlook}
                inspections={inspections}
                copiedAt={seen && isOld(seen, now) ? seen.fetchedAt : null}
                now={now}
              />
              <TodayStrip climate={climate} houses={houses} now={now} />
            </div>
            <div className="min-w-0 lg:col-span-2">{chart}</div>
          </div>
        </>
      )}
      <InstallLine />
    </div>
  );
}
