import Clock from 'lucide-react/icons/clock';
import type { AirJudgement } from '#contract/monitor/climate.ts';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { type AgeTone, staleness } from '#contract/series/staleness.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatAge, formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { channelValueWords } from '#src/ui/channel-words.tsx';
import { TrendArrow } from '#src/ui/figure.tsx';
import type { HouseValues } from './house-values.ts';
import { isAlarming, judgementWords } from './judgement.tsx';
import { trendOf } from './trend-of.tsx';

type WallHouseProps = { house: HouseValues; judgement: AirJudgement | null; now: number };

const inks = {
  frost: 'text-danger-ink',
  cold: 'text-warn-ink',
  hot: 'text-warn-ink',
  warm: 'text-ink-soft',
  fine: 'text-ink-soft',
} as const;

/** As large as the tile allows: beside the lines in a wide tile, above them in a tall one. */
const figureSize =
  'text-[clamp(4.5rem,min(34cqw,40cqh),16rem)] [@container(min-aspect-ratio:3/2)]:text-[clamp(4.5rem,min(21cqw,60cqh),16rem)]';

/** Lines that do not fit wrap into a hidden second column, so that no line is cut in half. */
const lineLook =
  'flex min-h-0 flex-1 flex-col flex-wrap gap-y-[1.5cqh] overflow-hidden text-[clamp(2rem,4.6cqw,2.75rem)] *:w-full';

/** One house, readable from three metres: its temperature, then other values that fit, nothing below 32 px. */
export function WallHouse({ house: { areaName, air, shown }, judgement, now }: WallHouseProps) {
  const lead = air ?? shown[0];
  if (!lead) return null;
  const { decimals, unit } = channelTypes[lead.type];
  const { tone } = staleness(lead.date, lead.intervalMs, now);
  return (
    <div
      data-sensor={lead.index}
      className={classNames(
        'flex h-full flex-col rounded-card bg-card px-5 py-3 shadow-card',
        tone === 'lost' && 'hatched',
        ringOf(judgement, tone),
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-4 whitespace-nowrap">
        <h2 className="max-w-full truncate text-[2.25rem] font-bold">{areaName}</h2>
        {judgement && <p className={`font-semibold ${inks[judgement.verdict]}`}>{judgementWords(judgement)}</p>}
        <WallAge sensor={lead} now={now} tone={tone} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-x-6 [@container(min-aspect-ratio:3/2)]:flex-row [@container(min-aspect-ratio:3/2)]:items-center">
        <p className="whitespace-nowrap">
          <span className={`tabular leading-none font-bold tracking-tight ${figureSize}`}>
            {formatNumber(lead.value, decimals)}
          </span>
          <span className="text-[clamp(2.5rem,7cqw,4.5rem)] font-semibold text-ink-soft"> {unit}</span>
        </p>
        <ul
          className={`${lineLook} [@container(min-aspect-ratio:3/2)]:h-full [@container(min-aspect-ratio:3/2)]:justify-center`}
        >
          {air && <AirLines air={air} now={now} />}
          {shown
            .filter((value) => value !== lead)
            .map((value) => (
              <WallRow key={value.index} sensor={value} now={now} />
            ))}
        </ul>
      </div>
    </div>
  );
}

/** The outline of the tile shows a problem before the value is read. */
function ringOf(judgement: AirJudgement | null, tone: AgeTone): string | false {
  if (judgement?.verdict === 'frost') return 'inset-ring-6 inset-ring-danger-line';
  if (judgement && isAlarming(judgement)) return 'inset-ring-6 inset-ring-warn-line';
  return tone === 'late' && 'inset-ring-4 inset-ring-warn-line';
}

/** Another value of the house; a silent sensor shows its age instead of a value. */
function WallRow({ sensor, now }: { sensor: SensorValue; now: number }) {
  const { sensorName, type, value, date, intervalMs } = sensor;
  const isSilent = staleness(date, intervalMs, now).reporting === 'silent';
  return (
    <li className="flex justify-between gap-x-4">
      <span className="truncate text-ink-soft">{sensorName}</span>
      {isSilent && date !== null ? (
        <span className="whitespace-nowrap text-warn-ink">{formatAge(now - Date.parse(date))}</span>
      ) : (
        <strong className="tabular whitespace-nowrap">
          {channelValueWords({ type, value, unit: channelTypes[type].unit })}
        </strong>
      )}
    </li>
  );
}

function AirLines({ air, now }: { air: SensorValue; now: number }) {
  const { trend } = trendOf(air, now);
  const { decimals } = channelTypes[air.type];
  const rows = air.today
    ? ([
        ['최저', air.today.min],
        ['최고', air.today.max],
      ] as const)
    : [];
  return (
    <>
      {trend && (
        <li className="flex items-center gap-2 text-ink-soft">
          <TrendArrow {...trend} className="size-[1em]" />
          <span aria-hidden className="tabular whitespace-nowrap">
            {trend.perHour}
          </span>
        </li>
      )}
      {rows.map(([label, { value, at }]) => (
        <li key={label} className="tabular flex justify-between gap-x-4 whitespace-nowrap">
          <span className="text-ink-soft">{label}</span>
          <span>
            <strong>{formatNumber(value, decimals)}</strong>{' '}
            <time dateTime={at} className="text-ink-soft">
              {formatClock(Date.parse(at))}
            </time>
          </span>
        </li>
      ))}
    </>
  );
}

type WallAgeProps = { sensor: SensorValue; now: number; tone: AgeTone };

/** The age of the value, if it is stale. */
function WallAge({ sensor: { date }, now, tone }: WallAgeProps) {
  if (tone === 'fresh' || date === null) return null;
  const isOld = tone !== 'aging';
  return (
    <span
      className={`tabular flex items-center gap-2 text-[2rem] whitespace-nowrap ${isOld ? 'text-warn-ink' : 'font-normal text-ink-soft'}`}
    >
      {isOld && <Clock aria-hidden className="size-8" />}
      <time dateTime={date}>{formatAge(now - Date.parse(date))}</time>
    </span>
  );
}
