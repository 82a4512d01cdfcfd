import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useMemo, useState } from 'react';
import type { CropGrowth } from '#contract/growing/growing-season.ts';
import { quantityWords } from '#contract/growing/growing-text.ts';
import { createObservation, deleteObservation, updateObservation } from '#contract/growing/observation.ts';
import { type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { Card } from '#src/ui/card.tsx';
import type { TimeChartHandle } from '#src/ui/chart/chart-series.ts';
import { ExportButtons } from '#src/ui/chart/export/export-buttons.tsx';
import { ChartTable, TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { ChartOrTable } from '#src/ui/chart-or-table.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { cropGrowthQuery, type GrowingCrop } from '../growing-reads.ts';
import { cropWords, figureWords } from '../growing-words.tsx';
import { type Alignment, alignments, newestOf } from './growth-compare.ts';
import { growthSeries } from './growth-series.tsx';

/** Search parameters of the charts. */
type GrowingChartSearch = { crop?: string; of?: string; align?: 'bud-break' };

export type GrowingChartsProps = {
  farmName: string;
  crops: readonly GrowingCrop[];
  search: GrowingChartSearch;
  onSearch: (change: GrowingChartSearch) => void;
};

const PLOT = 'h-72 sm:h-96 short:h-[64dvh]';
const alignmentWords: Readonly<Record<Alignment, string>> = { date: '날짜로', 'bud-break': '발아일을 맞춰' };

/** A crop's season, one quantity at a time, compared with last year and other farms. Import lazily. */
export function GrowingCharts({ farmName, crops, search, onSearch }: GrowingChartsProps) {
  const now = useAgesTo();
  const crop = crops.find(({ cropId }) => cropId === search.crop) ?? crops[0];
  const read = useQuery({ ...cropGrowthQuery(crop?.cropId ?? ''), enabled: crop !== undefined });
  if (read.isError && !read.data) throw read.error;
  const growth = read.data?.value;
  const measured = growth ? quantityNames.filter((name) => isMeasured(growth, name)) : [];
  const shown =
    measured.find((name) => name === search.of) ?? measured.find((name) => name === 'fruitMm') ?? measured[0];
  return (
    <div className="flex flex-col gap-4">
      {crops.length > 1 && crop && (
        <SingleChips
          label="작물"
          chips={crops.map((one) => ({ value: one.cropId, label: cropWords(one) }))}
          value={crop.cropId}
          onChange={(next) => onSearch({ crop: next })}
        />
      )}
      {measured.length > 1 && shown && (
        <SingleChips
          label="볼 값"
          chips={measured.map((name) => ({ value: name, label: quantityWords[name].label }))}
          value={shown}
          onChange={(of) => onSearch({ of })}
        />
      )}
      {growth && shown && (
        <SeasonOf
          key={`${growth.cropId} ${shown}`}
          farmName={farmName}
          growth={growth}
          name={shown}
          alignment={search.align ?? 'date'}
          onAlign={(align) => onSearch({ align: align === 'date' ? undefined : align })}
        />
      )}
      {growth && !shown && (
        <EmptyState title="아직 잰 값이 없습니다">나무를 재어 적으면 한 철의 변화가 여기에 그려집니다.</EmptyState>
      )}
      {!growth && <Skeleton className="h-[32rem]" />}
      <UnsentNote seen={read.data} />
      <DataAgeNote seen={read.data} now={now} />
    </div>
  );
}

/** Says that what this device has written since, about any crop, is not drawn yet: the server puts the curves together. */
function UnsentNote({ seen }: { seen: Dated | undefined }) {
  const created = useWritten(createObservation, seen).length;
  const edited = useWritten(updateObservation, seen).length;
  const deleted = useWritten(deleteObservation, seen).length;
  const counts = [created && `등록 ${created}건`, edited && `수정 ${edited}건`, deleted && `삭제 ${deleted}건`].filter(
    Boolean,
  );
  if (counts.length === 0) return null;
  return <p className="text-ink-soft">이 기기에서 한 {counts.join(', ')}은 보낸 뒤에 그래프에 반영됩니다.</p>;
}

const isMeasured = ({ own, lastYear }: CropGrowth, name: QuantityName) =>
  own.days[name].length > 0 || (lastYear?.days[name].length ?? 0) > 0;

type SeasonOfProps = {
  farmName: string;
  growth: CropGrowth;
  name: QuantityName;
  alignment: Alignment;
  onAlign: (alignment: Alignment) => void;
};

function SeasonOf({ farmName, growth, name, alignment, onAlign }: SeasonOfProps) {
  const panelId = useId();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [chart, setChart] = useState<TimeChartHandle | null>(null);
  const series = useMemo(() => growthSeries(growth, name, alignment), [growth, name, alignment]);
  const began = startOfSeoulDate(growth.own.beganOn);
  const daysFrom = alignment === 'bud-break' ? began : undefined;
  const range = useMemo(() => ({ begin: began, end: began + 365 * DAY_MS, daysFrom }), [began, daysFrom]);
  const label = `${farmName} ${growth.itemsName} ${growth.house} ${quantityWords[name].label}`;
  return (
    <Card aria-label={label} className="flex flex-col gap-4">
      <NewestSentence growth={growth} name={name} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChartOrTable view={view} onView={setView} panelId={panelId} />
        {growth.leadFarm && (
          <SingleChips
            label="겹쳐 보는 방법"
            chips={alignments.map((value) => ({ value, label: alignmentWords[value] }))}
            value={alignment}
            onChange={onAlign}
          />
        )}
      </div>
      {daysFrom !== undefined && <p className="text-ink-soft">발아일부터 센 날수로 놓습니다.</p>}
      <div id={panelId} role="tabpanel">
        <Suspense fallback={<Skeleton className={PLOT} />}>
          {view === 'chart' ? (
            <TimeChart label={label} series={series} range={range} plotClassName={PLOT} onReady={setChart} />
          ) : (
            <ChartTable caption={label} series={series} daysFrom={daysFrom} />
          )}
        </Suspense>
      </div>
      <ExportButtons
        farmName={`${farmName} ${quantityWords[name].label}`}
        title={label}
        series={series}
        shown={range}
        chart={view === 'chart' ? chart : undefined}
      />
    </Card>
  );
}

/** A mean of colour steps is shown as the nearest step. */
const meanWords = (name: QuantityName, mean: number) =>
  figureWords(name, name === 'leafColour' ? Math.round(mean) : mean);

/** The newest value, compared with last year, in a sentence. */
function NewestSentence({ growth, name }: Pick<SeasonOfProps, 'growth' | 'name'>) {
  const newest = newestOf(growth, name);
  const { label } = quantityWords[name];
  if (!newest) return <p className="text-lg font-semibold">올해는 아직 {label} 기록이 없습니다.</p>;
  const { day, lastYear, outliers } = newest;
  return (
    <div>
      <p className="text-lg font-semibold">
        {formatDayOfYear(startOfSeoulDate(day.on))} {label} 평균 {meanWords(name, day.mean)} ({day.count}그루)
        {lastYear !== null && <span className="font-normal">, 작년 같은 때 {meanWords(name, lastYear)}</span>}
      </p>
      <p className="text-ink-soft">
        선은 그날 잰 나무의 평균, 띠는 가장 작은 값부터 큰 값까지입니다.
        {outliers > 0 && ` 튀는 값 ${outliers}개는 점으로 그리고 평균에서 뺐습니다.`}
        {!growth.isBudBreakNoted && ' 발아일을 적어 두지 않아 달력의 날짜로 한 철을 셉니다.'}
      </p>
    </div>
  );
}
