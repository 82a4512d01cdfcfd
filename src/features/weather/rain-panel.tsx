import type { SimpleWeather } from '#contract/weather/weather.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { rainBlocks, rainOfDay } from './weather-day.ts';

/** Minimum top of the chart, mm in three hours: a drizzle must not look like a downpour. */
const LEAST_TOP_MM = 5;
/** The height of the bars with their hours, so that the layout does not shift. */
const CHART = 'min-h-[12.5rem]';

type RainPanelProps = {
  /** Undefined while loading or unavailable. */
  weather: SimpleWeather | undefined;
  /** Seoul day, yyyy-MM-dd. */
  date: string;
  now: number;
};

type Blocks = ReturnType<typeof rainBlocks>;
type RainSource = Blocks[number]['source'];

/** Short labels: whether a value was measured or forecast. */
export const sourceWords = { measured: '잰 값', coming: '예보', passed: '지난 예보' } as const;

const paints: { readonly [Kind in RainSource]: string } = {
  measured: 'bg-series-pump',
  coming: 'bg-series-flow',
  passed: 'hatched border-2 border-series-flow',
};

/** Rain in each three hours of the day: as text, and as labelled bars. */
export function RainPanel({ weather, date, now }: RainPanelProps) {
  const blocks = weather ? rainBlocks(weather, date, now) : [];
  return (
    <section aria-label="강수량" className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-card">
      <h3 className="text-lg font-bold">3시간 강수량 (mm)</h3>
      <p>{rainWords(blocks)}</p>
      <div className={CHART}>{blocks.length > 0 && <RainBars blocks={blocks} />}</div>
    </section>
  );
}

/** Plain elements instead of the chart: eight bars are painted with the first frame of the dialog. */
function RainBars({ blocks }: { blocks: Blocks }) {
  const top = Math.max(LEAST_TOP_MM, ...blocks.map(({ mm }) => mm ?? 0));
  const kinds = [...new Set(blocks.flatMap(({ mm, source }) => (mm === null ? [] : [source])))];
  return (
    <>
      <ol aria-label="3시간 강수량" className="tabular grid grid-cols-8 text-center">
        {blocks.map(({ from, to, mm, source }) => (
          <li key={from} className="flex min-w-0 flex-col">
            <span className="flex h-32 flex-col justify-end border-b-2 border-line px-0.5 sm:px-1.5">
              <span className={classNames('text-age font-semibold', mm ? 'text-ink' : 'text-ink-faint')}>
                {formatNumber(mm, 1)}
              </span>
              <span
                aria-hidden
                className={classNames('rounded-t-sm', paints[source])}
                style={{ height: `${(mm ?? 0) === 0 ? 0 : Math.max(2, ((mm ?? 0) / top) * 100)}px` }}
              />
            </span>
            <Hours from={from} to={to} />
            {mm !== null && <span className="sr-only">{sourceWords[source]}</span>}
          </li>
        ))}
      </ol>
      <ul aria-hidden className="mt-2 flex flex-wrap justify-center gap-x-4 text-age text-ink-soft">
        {kinds.map((source) => (
          <li key={source} className="flex items-center gap-1.5">
            <span className={classNames('size-3 rounded-sm', paints[source])} />
            {sourceWords[source]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** '09–12', on two lines in a narrow column. */
function Hours({ from, to }: { from: number; to: number }) {
  const [begin, end] = hoursOf(from, to);
  return (
    <span className="pt-1 text-age text-ink-soft">
      {begin}–<wbr />
      {end}
    </span>
  );
}

function rainWords(blocks: Blocks): string {
  const rain = rainOfDay(blocks);
  if (!rain) return '-';
  const { sumMm, wettest, isWhole } = rain;
  const isAllMeasured = blocks.every(({ source }) => source === 'measured');
  if (sumMm === 0 && !isWhole) return '아는 시간에는 비가 없습니다.';
  if (sumMm === 0) return isAllMeasured ? '비가 오지 않았습니다.' : '비 소식이 없습니다.';
  const hours = hoursOf(wettest.from, wettest.to).join('–');
  const over = isWhole ? '하루 모두' : '아는 시간만 더해';
  return `${over} ${formatWithUnit(sumMm, 'mm', 1)}, ${hours}시에 ${formatWithUnit(wettest.mm, 'mm', 1)}로 가장 많습니다.`;
}

/** The first and last hour of a block; midnight at its end is 24. */
function hoursOf(from: number, to: number): readonly [begin: string, end: string] {
  const end = formatClock(to).slice(0, 2);
  return [formatClock(from).slice(0, 2), end === '00' ? '24' : end];
}
