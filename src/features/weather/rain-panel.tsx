import { Suspense, useMemo } from 'react';
import type { Point } from '#contract/series/points.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { SimpleWeather } from '#contract/weather/weather.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { rainBlocks, rainOfDay } from './weather-day.ts';

const PLOT = 'h-36';
/** The plot with its legend, so that nothing jumps when it comes. */
const CHART = 'h-[13.75rem] sm:h-[12.25rem]';

type RainPanelProps = {
  /** Undefined while it is asked for or could not be had. */
  weather: SimpleWeather | undefined;
  /** Seoul day, yyyy-MM-dd. */
  date: string;
  now: number;
};

type Blocks = ReturnType<typeof rainBlocks>;

/** What falls in each three hours of the day: in words, as bars, and as figures. */
export function RainPanel({ weather, date, now }: RainPanelProps) {
  // The figures come first: a chart is a task of its own on a slow phone.
  const isPainted = useSettled(true);
  const blocks = useMemo(() => (weather ? rainBlocks(weather, date, now) : []), [weather, date, now]);
  const series = useMemo(() => rainSeries(blocks), [blocks]);
  const range = useMemo(() => {
    const begin = startOfSeoulDate(date);
    return { begin, end: begin + DAY_MS };
  }, [date]);
  return (
    <section aria-label="강수량" className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-card">
      <h3 className="text-lg font-bold">3시간 강수량 (mm)</h3>
      <p>{weather ? rainWords(blocks) : '-'}</p>
      {isPainted ? (
        <Suspense fallback={<Skeleton className={CHART} />}>
          <TimeChart
            label="3시간 강수량"
            series={series}
            range={range}
            limits={range}
            plotClassName={PLOT}
            hasToolbar={false}
          />
        </Suspense>
      ) : (
        <Skeleton className={CHART} />
      )}
      <RainFigures blocks={blocks} />
    </section>
  );
}

/** The figures of the bars, '-' where nothing is known. */
function RainFigures({ blocks }: { blocks: Blocks }) {
  return (
    <ol className="tabular grid grid-cols-4 gap-x-2 gap-y-1.5 text-center">
      {blocks.map(({ from, to, mm, told }) => (
        <li
          key={from}
          className={classNames('rounded-lg py-1', told === 'coming' ? 'bg-sunken' : 'inset-ring inset-ring-line')}
        >
          <span className="block text-age text-ink-soft">{hoursText(from, to)}</span>
          <span className="block font-semibold">{formatNumber(mm, 1)}</span>
          <span className="block text-age text-ink-faint">{toldWords[told]}</span>
        </li>
      ))}
    </ol>
  );
}

/** Whether a figure was measured, as the smallest of labels. */
export const toldWords = { measured: '잰 값', coming: '예보', passed: '지난 예보' } as const;

function rainWords(blocks: Blocks): string {
  const rain = rainOfDay(blocks);
  if (!rain) return '-';
  const { sumMm, wettest } = rain;
  const isAllMeasured = blocks.every(({ told }) => told === 'measured');
  if (sumMm === 0) return isAllMeasured ? '비가 오지 않았습니다.' : '비 소식이 없습니다.';
  const most = `${hoursText(wettest.from, wettest.to)}시에 ${formatWithUnit(wettest.mm, 'mm', 1)}로 가장 많습니다.`;
  return `하루 모두 ${formatWithUnit(sumMm, 'mm', 1)}, ${most}`;
}

/** '09–12' */
function hoursText(from: number, to: number): string {
  const end = formatClock(to).slice(0, 2);
  return `${formatClock(from).slice(0, 2)}–${end === '00' ? '24' : end}`;
}

function rainSeries(blocks: Blocks): ChartSeries[] {
  const bars = (
    key: string,
    label: string,
    colour: string,
    isShown: (block: Blocks[number]) => boolean,
  ): ChartSeries => ({
    key,
    label,
    colour,
    unit: 'mm',
    decimals: 1,
    dash: [],
    stepMs: 3 * HOUR_MS,
    kind: 'bars',
    points: blocks.flatMap((block): Point[] =>
      block.mm !== null && isShown(block) ? [[block.from, block.mm, block.mm, block.mm]] : [],
    ),
  });
  return [
    bars('measured', '잰 강수량', 'pump', ({ told }) => told === 'measured'),
    bars('forecast', '예보 강수량', 'flow', ({ told }) => told !== 'measured'),
  ];
}
