import { useQuery } from '@tanstack/react-query';
import Thermometer from 'lucide-react/icons/thermometer';
import type { ReactNode } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { sensorsNow } from '#contract/quality/sensor-state.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { useSlow } from '#src/api/read/query.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { AreaSection } from './area-section.tsx';
import { AttentionList } from './attention-list.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { FarmRows } from './farm-rows.tsx';
import { NightSentence } from './night-sentence.tsx';
import { useWallMode } from './use-wall-mode.ts';
import { qualityQuery, valuesQuery } from './values-query.ts';
import { WallView } from './wall-view.tsx';

/** Ages are shown in minutes; half of one is often enough to move them. */
const CLOCK_STEP_MS = 15_000;

type DashboardPageProps = {
  farms: readonly Pick<Farm, 'index' | 'farmName'>[];
  farm: Pick<Farm, 'index' | 'farmName'>;
  onChooseFarm: (farmId: number) => void;
  /** The last day of all temperatures as a chart. */
  chart?: ReactNode;
  /** The last day of one temperature as a small line in its tile. */
  renderTrend?: (sensor: SensorValue) => ReactNode;
};

/** Is all well? The answer in a sentence, the figures, what needs a hand, the day behind it. */
export function DashboardPage({ farms, farm, onChooseFarm, chart, renderTrend }: DashboardPageProps) {
  const now = useNow(CLOCK_STEP_MS);
  const values = useQuery(valuesQuery(farm.index));
  const found = useQuery(qualityQuery(farm.index));
  const isSlow = useSlow(values);
  if (values.isError && !values.data) throw values.error;
  const isWall = useWallMode();
  const areas = values.data?.value;
  if (isWall && areas && areas.length > 0) return <WallView farmName={farm.farmName} areas={areas} now={now} />;

  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-2xl font-bold">{farm.farmName}</h1>
        <p className="text-ink-soft">{formatDate(now)}</p>
      </header>
      {farms.length > 1 && <FarmRows farms={farms} chosen={farm.index} now={now} onChoose={onChooseFarm} />}
      {!areas && <DashboardSkeleton isSlow={isSlow} />}
      {areas?.length === 0 && (
        <EmptyState title="아직 센서가 없습니다" icon={<Thermometer aria-hidden className="size-8" />}>
          장치와 센서를 등록하고 값을 보내면 여기에 바로 나타납니다.
        </EmptyState>
      )}
      {areas && areas.length > 0 && (
        <div className="fade-in grid gap-6 lg:grid-cols-3 lg:items-start">
          <div className="lg:col-span-2">
            <NightSentence areas={areas} />
          </div>
          {/* Beside the houses where there is room; on a phone what needs a hand comes before them, the chart after. */}
          <div className="contents lg:row-span-2 lg:flex lg:flex-col lg:gap-6">
            <AttentionList
              farmIndex={farm.index}
              sensors={sensorsNow(areas, found.data?.value, now)}
              refusals={found.data?.value.refusals ?? []}
              now={now}
            />
            <div className="max-lg:order-last">{chart}</div>
          </div>
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
            {areas.map((area) => (
              <AreaSection key={area.areaName} area={area} now={now} renderTrend={renderTrend} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
