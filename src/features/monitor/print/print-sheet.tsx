import { type CSSProperties, useMemo } from 'react';
import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import type { ExcludedSpan } from '#contract/quality/quality.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { weekdayNames } from '#contract/time/korean-text.ts';
import { seoulParts } from '#contract/time/time.ts';
import type { Fetched } from '#src/api/call/call.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber, nameWithUnit } from '#src/lib/format-number.ts';
import type { ChartRange } from '#src/ui/chart/chart-series.ts';
import { RecordChart } from '#src/ui/chart/record-chart.tsx';
import { MissingRanges } from '#src/ui/feedback/missing-ranges.tsx';
import { light } from '#src/ui/theme/design-tokens.ts';
import { chartSeriesOf } from '../chart-series-of.ts';
import { ExclusionNotes } from '../exclusion-notes.tsx';
import { type DayFigures, monthFigures, type PrintedDay, printedDays } from './print-month.ts';

type PrintSheetProps = {
  farm: { farmName: string; isSimulated: boolean };
  /** '2026년 10월' */
  monthName: string;
  /** A record of one sensor type. */
  record: MonitorRecord;
  /** First and last Seoul day. */
  days: { begin: string; end: string };
  range: ChartRange;
  /** Excluded ranges of the farm's records. */
  exclusions: readonly ExcludedSpan[];
  /** When the record was fetched, and which ranges are not on this device. */
  seen: Pick<Fetched<unknown>, 'fetchedAt' | 'missing'>;
  /** Called when the chart is mounted. */
  onReady: () => void;
};

/** Paper is white in every theme. */
const PAPER: CSSProperties = {
  colorScheme: 'light',
  ...Object.fromEntries(Object.entries(light).map(([name, value]) => [`--${name}`, value])),
};

/** 186 mm by 85 mm: the width of A4 without margins. */
const PLOT_PX = { width: 703, height: 320 };
const PLOT = 'h-[320px]';

/** The page at its printed size, scaled down on smaller screens. */
const PAGE =
  'mx-auto h-[calc(297mm*var(--fit))] w-[calc(210mm*var(--fit))] shrink-0 [--fit:1] max-md:[--fit:0.7] max-sm:[--fit:0.4]';

/** One A4 page: a month of one sensor type as a chart and a daily table. */
export function PrintSheet({ farm, monthName, record, days, range, exclusions, seen, onReady }: PrintSheetProps) {
  const { sensorGraph } = record.data;
  const series = useMemo(() => chartSeriesOf(record, exclusions), [record, exclusions]);
  const rows = useMemo(() => printedDays(sensorGraph, days), [sensorGraph, days]);
  const type = sensorGraph[0] && channelTypes[sensorGraph[0].type];
  if (!type) return null;
  const title = nameWithUnit(type.label, type.unit);
  return (
    <div data-page className={PAGE}>
      <article
        data-sheet
        aria-label={`${farm.farmName} ${monthName} ${title}`}
        style={PAPER}
        className="flex min-h-[297mm] w-[210mm] origin-top-left transform-[scale(var(--fit))] flex-col gap-2 rounded-card bg-card p-[12mm] text-ink shadow-raised"
      >
        <div className="flex items-baseline justify-between gap-4 border-b-2 border-ink pb-1">
          <h2 className="text-lg font-bold">
            {farm.farmName} · {monthName} · {title}
          </h2>
          <p className="text-right text-xs whitespace-nowrap text-ink-soft">
            {farm.isSimulated && <strong>모의 데이터 · </strong>}
            {formatDateTime(seen.fetchedAt)} 기준
          </p>
        </div>
        <RecordChart
          label={`${monthName} ${title}`}
          hasToolbar={false}
          plotClassName={PLOT}
          paper={PLOT_PX}
          series={series}
          range={range}
          onReady={onReady}
        />
        <DayTable
          caption={`${title} 날마다`}
          sensors={sensorGraph}
          names={series.map(({ label }) => label)}
          rows={rows}
        />
        <footer className="text-xs text-ink-soft">
          <p>하루의 평균은 시간 평균들의 평균, 한 달의 평균은 하루 평균들의 평균입니다. '-'는 기록이 없는 날입니다.</p>
          <MissingRanges missing={seen.missing ?? []} />
          <ExclusionNotes series={series} shown={range} exclusions={exclusions} />
        </footer>
      </article>
    </div>
  );
}

type DayTableProps = {
  caption: string;
  sensors: readonly Series[];
  names: readonly string[];
  rows: readonly PrintedDay[];
};

const figureNames = [
  ['min', '최저'],
  ['mean', '평균'],
  ['max', '최고'],
] as const;

function DayTable({ caption, sensors, names, rows }: DayTableProps) {
  return (
    <table className="tabular w-full table-fixed border-collapse text-right text-[11px] leading-[1.35]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className="w-[16mm] border-b border-line-strong px-1 text-left align-bottom">
            날짜
          </th>
          {sensors.map(({ index }, column) => (
            <th key={index} scope="colgroup" colSpan={3} className="border-l border-line px-1 text-center">
              {names[column]}
            </th>
          ))}
        </tr>
        <tr>
          {sensors.flatMap(({ index }) =>
            figureNames.map(([name, word]) => (
              <th
                key={`${index} ${name}`}
                scope="col"
                className={`border-b border-line-strong px-1 font-normal text-ink-soft ${EDGE[name]}`}
              >
                {word}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ day, figures }) => (
          <tr key={day} className="border-b border-line">
            <th scope="row" className="px-1 text-left font-normal whitespace-nowrap">
              {dayName(day)}
            </th>
            <Figures sensors={sensors} figures={figures} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line-strong font-bold">
          <th scope="row" className="px-1 text-left">
            한 달
          </th>
          <Figures sensors={sensors} figures={sensors.map((_, column) => monthFigures(rows, column))} />
        </tr>
      </tfoot>
    </table>
  );
}

const EDGE = { min: 'border-l border-l-line', mean: '', max: '' } as const;

type FiguresProps = { sensors: readonly Series[]; figures: readonly (DayFigures | null)[] };

function Figures({ sensors, figures }: FiguresProps) {
  return sensors.flatMap(({ index, type }, column) =>
    figureNames.map(([name]) => (
      <td key={`${index} ${name}`} className={`px-1 ${EDGE[name]}`}>
        {formatNumber(figures[column]?.[name], channelTypes[type].decimals)}
      </td>
    )),
  );
}

/** '3 (토)': the month is in the heading. */
function dayName(at: number): string {
  const { day, weekday } = seoulParts(at);
  return `${day} (${weekdayNames[weekday]})`;
}
