import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AirTarget, airTargetAt, type Climate, type CropToday } from '#contract/monitor/climate.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import type { HouseValues } from './house-values.ts';
import { counts, judgementOf, judgementWords } from './judgement.tsx';
import { TargetScale } from './target-scale.tsx';

type TodayStripProps = {
  /** Undefined while loading. */
  climate: Climate | undefined;
  houses: readonly HouseValues[];
  now: number;
};

/** Today's targets: growth stage, temperature range with marks for the houses, and irrigation. */
export function TodayStrip({ climate, houses, now }: TodayStripProps) {
  if (!climate) return <Skeleton className="h-36" />;
  const crops = cropsOf(climate, now);
  const groups = groupsOf(climate, houses, now);
  return (
    <Card padding="md" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-lg font-bold">오늘의 기준</h2>
        <p className="text-ink-soft">{offWords(climate, houses, now)}</p>
      </div>
      {crops.length === 0 && (
        <p className="text-ink-soft">
          재배 중인 작물을 등록하면 생육 단계와 목표 온도, 관수를 알려 드립니다.{' '}
          <Link to="/cms/farm/crop-create" className="font-medium text-leaf underline underline-offset-4">
            작물 등록
          </Link>
        </p>
      )}
      {crops.map((crop) => (
        <CropLine key={`${crop.cropName} ${crop.season} ${crop.aheadDays}`} crop={crop} now={now} />
      ))}
      {groups.map(({ target, marks }) => (
        <TargetScale key={aimOf(target)} target={target} marks={marks} isHouseNamed={groups.length > 1} />
      ))}
    </Card>
  );
}

/** Which houses are outside their target now: '2동 목표보다 1.2 ℃ 낮음'. */
function offWords(climate: Climate, houses: readonly HouseValues[], now: number): string | null {
  const judged = houses.flatMap(({ areaName, air }) => {
    const judgement = judgementOf(air, climate, now);
    return judgement ? [{ areaName, judgement }] : [];
  });
  if (judged.length === 0) return null;
  const off = judged.filter(({ judgement }) => judgement.verdict !== 'fine');
  if (off.length === 0) return judged.length > 1 ? '지금 모든 동이 알맞음' : '지금 알맞음';
  return `지금 ${off.map(({ areaName, judgement }) => `${areaName} ${judgementWords(judgement)}`).join(', ')}`;
}

function CropLine({ crop, now }: { crop: CropToday; now: number }) {
  const { cropName, season, watering, wateringInterval, aheadDays, daysSinceBudBreak } = crop;
  return (
    <div>
      <p>
        <strong>
          {cropName} {season}
        </strong>
        {daysSinceBudBreak !== null && (
          <span className="text-ink-soft max-sm:hidden"> · 발아 후 {daysSinceBudBreak}일</span>
        )}
        <span className="text-ink-soft"> · {wateringWords(watering, wateringInterval)}</span>
      </p>
      {aheadDays === null ? (
        <p className="text-ink-soft">발아일을 몰라 생육 달력의 날짜 그대로 봅니다.</p>
      ) : (
        aheadDays !== 0 && (
          <p className="text-ink-soft">
            생육 달력보다 {Math.abs(aheadDays)}일 {aheadDays > 0 ? '빨라' : '늦어'}, 오늘을 달력의{' '}
            {formatDayOfYear(now + aheadDays * DAY_MS)}로 봅니다.
          </p>
        )
      )}
    </div>
  );
}

type Amount = Exclude<CropToday['watering'], 'water-saving'>;

function wateringWords(watering: CropToday['watering'], interval: CropToday['wateringInterval']): ReactNode {
  if (watering === 'water-saving' || interval === 'water-saving') return '물은 아껴 줍니다';
  return (
    <>
      관수 10a에 <span className="whitespace-nowrap">{amountText(watering)} t</span>,{' '}
      <span className="whitespace-nowrap">{amountText(interval)}일마다</span>
    </>
  );
}

function amountText(amount: Amount): string {
  if (typeof amount === 'number') return formatNumber(amount, Number.isInteger(amount) ? 0 : 1);
  return `${amountText(amount.min)}–${amountText(amount.max)}`;
}

/** Crops with identical text are listed once; a cached period that is over is left out. */
function cropsOf({ crops }: Climate, now: number): CropToday[] {
  const said = new Set<string>();
  return crops.filter(({ house: _, row: __, high: ___, ...crop }) => {
    // Targets are on the scales, which differ by house.
    const words = JSON.stringify(crop);
    if (now >= crop.until || said.has(words)) return false;
    said.add(words);
    return true;
  });
}

type Group = { target: AirTarget; marks: { areaName: string; value: number }[] };

/** Houses with the same key share a scale. */
const aimOf = ({ lowC, highC, insteadOfC }: AirTarget) => `${lowC} ${highC} ${insteadOfC}`;

/** Groups houses with the same target. */
function groupsOf(climate: Climate, houses: readonly HouseValues[], now: number): Group[] {
  const groups: Group[] = [];
  for (const { areaName, air } of houses) {
    const target = airTargetAt(climate, areaName, now);
    if (!target || (target.lowC === null && target.highC === null)) continue;
    let group = groups.find((one) => aimOf(one.target) === aimOf(target));
    if (!group) {
      group = { target, marks: [] };
      groups.push(group);
    }
    if (air && air.value !== null && counts(air, now)) group.marks.push({ areaName, value: air.value });
  }
  return groups;
}
