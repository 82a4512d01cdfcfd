import ChevronDown from 'lucide-react/icons/chevron-down';
import type { AirJudgement } from '#contract/monitor/climate.ts';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { Figure, TrendArrow } from '#src/ui/figure.tsx';
import type { HouseValues } from './house-values.ts';
import { Judgement } from './judgement.tsx';
import { trendOf } from './trend-of.tsx';
import { ValueRow, ValueWarning } from './value-row.tsx';

type HouseCardProps = {
  house: HouseValues;
  /** Undefined while targets are loading, null without a target. */
  judgement: AirJudgement | null | undefined;
  now: number;
};

/** One house: a large temperature, the important values, and the others when expanded. */
export function HouseCard({ house: { areaName, air, shown, folded }, judgement, now }: HouseCardProps) {
  return (
    <Card
      age={air ? staleness(air.date, air.intervalMs, now).tone : 'fresh'}
      padding="none"
      className={classNames(
        '@container flex h-full flex-col px-3.5 pt-3',
        folded.length === 0 && 'pb-3',
        judgement?.verdict === 'frost' && 'inset-ring-2 inset-ring-danger-line',
      )}
    >
      <div className="grid flex-1 content-start gap-x-8 gap-y-2 @min-[22rem]:grid-cols-2">
        {air ? <Air air={air} judgement={judgement} now={now} /> : <HouseName areaName={areaName} />}
        {shown.length > 0 && (
          <dl
            className={classNames(
              'flex flex-col gap-0.5',
              air && 'border-line max-@min-[22rem]:border-t max-@min-[22rem]:pt-2',
            )}
          >
            {shown.map((value) => (
              <ValueRow key={value.index} value={value} now={now} />
            ))}
          </dl>
        )}
      </div>
      {folded.length > 0 && (
        <details className="group">
          <summary className="flex min-h-touch items-center justify-between gap-2 rounded-lg text-ink-soft">
            <span>
              <span className="sr-only">{areaName} </span>그 밖 {folded.length}가지
            </span>
            <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <dl className="flex flex-col gap-1 pb-3">
            {folded.map((value) => (
              <ValueRow key={value.index} value={value} now={now} />
            ))}
          </dl>
        </details>
      )}
    </Card>
  );
}

type AirProps = Pick<HouseCardProps, 'judgement' | 'now'> & { air: SensorValue };

/** The temperature in a sentence: value, age, trend, judgement, and today's range. */
function Air({ air, judgement, now }: AirProps) {
  const { decimals, unit } = channelTypes[air.type];
  const { trend } = trendOf(air, now);
  return (
    <div data-sensor={air.index}>
      {/* With forced colours text has a background, and that of the large figure would cover this line. */}
      <div className="flex flex-wrap items-baseline gap-x-2 forced-colors:relative forced-colors:z-1">
        <HouseName areaName={air.areaName} />
        <p className="leading-tight text-ink-soft">{air.sensorName}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <Figure value={formatNumber(air.value, decimals)} unit={unit} size="xl" />
        <AgeBadge at={atOf(air)} now={now} intervalMs={air.intervalMs} />
      </div>
      {trend && (
        <p className="flex items-center gap-1 text-ink-soft">
          <TrendArrow {...trend} />
          <span aria-hidden className="tabular">
            {trend.perHour}
          </span>
        </p>
      )}
      {/* Reserves the height of the text, so that the layout does not shift. */}
      <div className="min-h-6">{judgement && <Judgement judgement={judgement} />}</div>
      <ValueWarning isFlagged={air.isFlagged} isExcluded={air.isExcluded} />
      <TodayExtremes today={air.today} decimals={decimals} />
    </div>
  );
}

function HouseName({ areaName }: { areaName: string }) {
  return <h2 className="text-lg leading-tight font-bold">{areaName}</h2>;
}

const atOf = ({ date }: SensorValue) => (date === null ? null : Date.parse(date));

/** Columns of equal width, so that tiles side by side keep one height. */
function TodayExtremes({ today, decimals }: { today: SensorValue['today']; decimals: number }) {
  if (!today) return <p className="text-ink-soft">오늘 받은 값이 없습니다.</p>;
  const rows = [
    ['최저', today.min],
    ['최고', today.max],
  ] as const;
  return (
    <dl className="tabular grid grid-cols-[auto_1fr] gap-x-1.5 leading-snug text-ink-soft">
      {rows.map(([label, { value, at }]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd>
            <span className="font-semibold text-ink">{formatNumber(value, decimals)}</span>{' '}
            <time dateTime={at} className="text-age">
              {formatClock(Date.parse(at))}
            </time>
          </dd>
        </div>
      ))}
    </dl>
  );
}
