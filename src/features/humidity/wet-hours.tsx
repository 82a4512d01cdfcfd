import { WET_HUMIDITY } from '#contract/monitor/agronomic-formulas.ts';
import type { AirPeriod, HumidityAnswer } from '#contract/monitor/humidity.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { formatNumber, formatStatistic } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';

type WetHoursProps = { air: HumidityAnswer; nightName: string };

/** Below this coverage of a period, its hours are shown with the coverage. */
const WHOLE = 0.95;

/** Hours of wetness in three periods. */
export function WetHours({ air, nightName }: WetHoursProps) {
  const rows = [
    { title: nightName, period: air.lastNight },
    { title: '24시간', period: air.last24Hours },
    { title: '7일', period: air.last7Days },
  ];
  return (
    <Card aria-labelledby="wet-title" className="flex flex-col gap-2">
      <h2 id="wet-title" className="text-lg font-bold">
        젖은 시간
      </h2>
      <table className="tabular w-full max-w-2xl border-collapse text-right">
        <thead>
          <tr className="align-bottom text-ink-soft">
            <th scope="col" className="py-2 text-left font-normal">
              기간
            </th>
            <th scope="col" className="py-2 pl-3 font-normal">
              {WET_HUMIDITY} % 이상{air.leafSensor && ' 또는 잎 젖음'}
            </th>
            <th scope="col" className="py-2 pl-3 font-normal">
              가장 길게
            </th>
            <th scope="col" className="py-2 pl-3 font-normal">
              결로 위험
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, period }) => (
            <tr key={title} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-semibold">
                {title}
                <Coverage period={period} />
              </th>
              <Hours value={period.coveredHours > 0 ? period.wetHours : null} />
              <Hours value={period.coveredHours > 0 ? period.longestWetHours : null} />
              <Hours value={period.condensingHours} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Hours({ value }: { value: number | null }) {
  return (
    <td className="py-2 pl-2 whitespace-nowrap sm:pl-3 sm:text-lg">
      {formatStatistic(value)}
      {value !== null && <span className="ml-1 inline-block text-age text-ink-soft">시간</span>}
    </td>
  );
}

function Coverage({ period }: { period: AirPeriod }) {
  const hours = (period.end - period.begin) / HOUR_MS;
  if (period.coveredHours >= hours * WHOLE) return null;
  return (
    <span className="block text-age font-normal text-ink-soft">
      {formatNumber(hours, 0)}시간 중 {formatNumber(period.coveredHours, 1)}시간 기록
    </span>
  );
}
