import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { qualityStateWords } from '#contract/quality/quality-text.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { dayCountLabel, rowGroupLabel, rowLabel } from '../axis/time-label.ts';
import { type ChartSeries, isExcluded } from '../chart-series.ts';
import { hasSpread, rowGroups, type TableRow, tableRows, tableTimes } from './table-rows.ts';

export type ChartTableProps = {
  /** Caption: the farm, the series and the range. */
  caption: string;
  series: readonly ChartSeries[];
  /** Start for counting days; without it rows show dates. Epoch ms. */
  daysFrom?: number | undefined;
};

/** A phone renders this many rows without a visible delay. */
const PAGE_ROWS = 50;

/** The values of a chart as a table, newest first, fifty instants per page, as an alternative to the curve. */
export function ChartTable({ caption, series, daysFrom }: ChartTableProps) {
  const captionId = useId();
  const [page, setPage] = useState(0);
  const times = useMemo(() => tableTimes(series).reverse(), [series]);
  const pages = Math.max(1, Math.ceil(times.length / PAGE_ROWS));
  // With fewer readings than before, the page may be past the end.
  const shown = Math.min(page, pages - 1);
  const rows = useMemo(
    () => tableRows(series, times.slice(shown * PAGE_ROWS, (shown + 1) * PAGE_ROWS)),
    [series, times, shown],
  );
  const spreads = useMemo(() => series.map(hasSpread), [series]);
  const stepMs = Math.min(...series.map((each) => each.stepMs));
  const range = { begin: times.at(-1) ?? 0, end: times[0] ?? 0 };
  const groups = rowGroups(rows, ({ at }) => rowGroupLabel(at, stepMs, range));
  if (times.length === 0) return <p className="text-ink-soft">이 기간에는 관측값이 없습니다.</p>;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys. */}
      <section tabIndex={0} aria-labelledby={captionId} className="overflow-x-auto">
        <table className="tabular w-full border-collapse text-right">
          <caption id={captionId} className="pb-2 text-left font-semibold">
            {caption}
          </caption>
          <TableHead series={series} spreads={spreads} isDays={stepMs >= DAY_MS} />
          {groups.map(({ label, rows: alike }) => (
            <tbody key={label}>
              <GroupRow label={label} columns={1 + spreads.reduce((sum, isSpread) => sum + (isSpread ? 3 : 1), 0)} />
              {alike.map((row) => (
                <BodyRow
                  key={row.at}
                  row={row}
                  name={daysFrom === undefined ? rowLabel(row.at, stepMs) : dayCountLabel(row.at, daysFrom)}
                  series={series}
                  spreads={spreads}
                />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      {pages > 1 && <Pager page={shown} pages={pages} count={times.length} onPage={setPage} />}
    </div>
  );
}

const HEAD_CELL = 'border-line border-b px-2 py-2 font-semibold whitespace-nowrap sm:px-3';

type TableHeadProps = { series: readonly ChartSeries[]; spreads: readonly boolean[]; isDays: boolean };

function TableHead({ series, spreads, isDays }: TableHeadProps) {
  const isTwoRows = spreads.includes(true);
  return (
    <thead>
      <tr>
        <th
          scope="col"
          rowSpan={isTwoRows ? 2 : 1}
          className={`${HEAD_CELL} sticky left-0 bg-card text-left align-bottom`}
        >
          {isDays ? '날' : '시각'}
        </th>
        {series.map(({ key, label, unit }, index) => (
          <th
            key={key}
            scope={spreads[index] ? 'colgroup' : 'col'}
            colSpan={spreads[index] ? 3 : 1}
            rowSpan={isTwoRows && !spreads[index] ? 2 : 1}
            className={classNames(HEAD_CELL, 'align-bottom', spreads[index] && 'text-left')}
          >
            {label} <span className="font-normal text-ink-faint">({unit})</span>
          </th>
        ))}
      </tr>
      {isTwoRows && (
        <tr>
          {series.flatMap(({ key }, index) =>
            spreads[index]
              ? ['최저', '평균', '최고'].map((word) => (
                  <th key={`${key} ${word}`} scope="col" className={`${HEAD_CELL} text-age text-ink-soft`}>
                    {word}
                  </th>
                ))
              : [],
          )}
        </tr>
      )}
    </thead>
  );
}

/** The day or month of the rows below; it stays visible during horizontal scrolling. */
function GroupRow({ label, columns }: { label: string; columns: number }) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={columns} className="border-line border-b pt-4 pb-1 text-left font-semibold">
        <span className="sticky left-0 inline-block px-2 sm:px-3">{label}</span>
      </th>
    </tr>
  );
}

type BodyRowProps = {
  row: TableRow;
  name: string;
  series: readonly ChartSeries[];
  spreads: readonly boolean[];
};

function BodyRow({ row, name, series, spreads }: BodyRowProps) {
  return (
    <tr className="bg-card odd:bg-sunken">
      <th scope="row" className="sticky left-0 bg-inherit px-2 py-2 sm:px-3 text-left font-normal whitespace-nowrap">
        {name}
      </th>
      {series.flatMap((each, index) => {
        const { key, decimals } = each;
        const [, min, mean, max] = row.points[index] ?? [];
        return (
          spreads[index]
            ? ([
                ['min', min],
                ['mean', mean],
                ['max', max],
              ] as const)
            : ([['mean', mean]] as const)
        ).map(([figure, value]) => (
          <td
            key={`${key} ${figure}`}
            className={classNames('px-2 py-2 whitespace-nowrap sm:px-3', figure !== 'mean' && 'text-ink-soft')}
          >
            {value === undefined && isExcluded(each, row.at)
              ? qualityStateWords.excluded
              : formatNumber(value, decimals)}
          </td>
        ));
      })}
    </tr>
  );
}

type PagerProps = { page: number; pages: number; count: number; onPage: (page: number) => void };

function Pager({ page, pages, count, onPage }: PagerProps) {
  const last = Math.min(count, (page + 1) * PAGE_ROWS);
  return (
    <nav aria-label="표 쪽" className="mt-2 flex items-center justify-center gap-2">
      <IconButton label="이전 쪽" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <p className="tabular min-w-40 text-center text-age text-ink-soft" aria-live="polite">
        {formatNumber(page * PAGE_ROWS + 1, 0)}–{formatNumber(last, 0)} / {formatNumber(count, 0)}
      </p>
      <IconButton label="다음 쪽" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
