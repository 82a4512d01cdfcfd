import { Link } from '@tanstack/react-router';
import Snowflake from 'lucide-react/icons/snowflake';
import Sun from 'lucide-react/icons/sun';
import { addSeoulDays, seoulDate } from '#contract/time/time.ts';
import { type HouseOutlook, nightOnAt, type Outlook } from '#contract/weather/outlook.ts';
import { type FrostAdvice, frostAdvice, heatAdvice, lowestTonight } from '#contract/weather/outlook-advice.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';

const celsius = (value: number) => formatWithUnit(value, '℃', Number.isInteger(value) ? 0 : 1);

type HouseWarning = { house: HouseOutlook; frost: FrostAdvice | null; heat: 'air' | 'shade' | null };

/** Houses with a frost or heat warning, if the forecast is still for this night. */
export function warningsOf(outlook: Outlook | undefined, now: number): HouseWarning[] {
  if (!outlook || outlook.nightOn !== nightOnAt(now)) return [];
  const outsideC = outlook.day && (outlook.day.correctedC ?? outlook.day.forecastC);
  return outlook.houses
    .map((house) => ({ house, frost: frostAdvice(house), heat: heatAdvice(house.day, outsideC) }))
    .filter(({ frost, heat }) => frost !== null || heat !== null);
}

type OutlookRowsProps = { farmIndex: number; rows: readonly HouseWarning[]; now: number };

/** Warnings for frost in the coming night and heat on the coming day, with what to do before. */
export function OutlookRows({ farmIndex, rows, now }: OutlookRowsProps) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label="밤과 내일" className="flex flex-col gap-3 border-b border-line pb-3">
      {rows.map(({ house, frost, heat }) => (
        <li key={house.areaName} className="flex flex-col gap-3">
          {frost && <FrostRow farmIndex={farmIndex} house={house} advice={frost} />}
          {heat && <HeatRow house={house} advice={heat} now={now} />}
        </li>
      ))}
    </ul>
  );
}

function FrostRow({ farmIndex, house, advice }: { farmIndex: number; house: HouseOutlook; advice: FrostAdvice }) {
  const lowest = lowestTonight(house);
  return (
    <div className="flex gap-3">
      <Snowflake aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-line" />
      <p>
        <strong>{house.areaName}</strong> 오늘 밤 {formatWithUnit(lowest, '℃', 1)}까지 내려가 한계{' '}
        {celsius(house.night?.limitC ?? Number.NaN)}보다 낮을 수 있습니다.{' '}
        {advice.kind === 'check' ? (
          <>난방 목표는 이미 {celsius(house.heatC ?? Number.NaN)}이니 난방기와 보온커튼을 살펴봐 주세요.</>
        ) : (
          <>
            <Link
              to="/cms/control/heat-settings"
              search={{ farm: farmIndex }}
              className="font-bold underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              난방 밤 목표를 {celsius(advice.toC)} 이상으로
            </Link>{' '}
            맞춰 주세요.
            {advice.kind === 'shelter' && ' 난방기가 없으면 보온커튼을 치고 북서쪽 측창을 닫아 주세요.'}
          </>
        )}
      </p>
    </div>
  );
}

type HeatRowProps = { house: HouseOutlook; advice: 'air' | 'shade'; now: number };

function HeatRow({ house: { areaName, day }, advice, now }: HeatRowProps) {
  const isToday = addSeoulDays(nightOnAt(now), 1) === seoulDate(now);
  return (
    <div className="flex gap-3">
      <Sun aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-line" />
      <p>
        <strong>{areaName}</strong> {isToday ? '오늘' : '내일'} 낮 {formatNumber(day?.expectedC, 1)} ℃까지 올라 한계{' '}
        {celsius(day?.limitC ?? Number.NaN)}를 넘을 수 있습니다.{' '}
        {advice === 'air'
          ? '아침 일찍 측창을 열어 열이 차기 전에 빼 주세요.'
          : '바깥도 더워 환기만으로는 내려가지 않으니 한낮에 차광하고 안개를 뿜어 주세요.'}
      </p>
    </div>
  );
}
