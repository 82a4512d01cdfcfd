import { Link } from '@tanstack/react-router';
import { GROWTH_BASE } from '#contract/monitor/agronomic-formulas.ts';
import type { GrowthStatistics } from '#contract/monitor/statistics.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatDate, formatDayOfYear } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { Figure } from '#src/ui/figure.tsx';

type GrowthCardProps = { growth: GrowthStatistics };

/** Degree days since bud break, and light. */
export function GrowthCard({ growth: { crops, light, untilOn } }: GrowthCardProps) {
  return (
    <Card aria-labelledby="growth-title" className="flex flex-col gap-4">
      <div>
        <h2 id="growth-title" className="text-lg font-bold">
          쌓인 온도와 빛
        </h2>
        <p className="text-ink-soft">{dayName(untilOn)}까지</p>
      </div>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {crops.length === 0 && (
          <p className="text-ink-soft">
            작물과 발아일을 등록하면 발아 뒤로 쌓인 온도를 보여 드립니다.{' '}
            <Link
              to="/cms/farm/crop-manage"
              className="font-semibold text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              작물 관리
            </Link>
          </p>
        )}
        {crops.map((crop) => (
          <Warmth key={crop.cropId} crop={crop} untilOn={untilOn} />
        ))}
        {light.map((sensor) => (
          <Light key={sensor.index} sensor={sensor} />
        ))}
      </div>
    </Card>
  );
}

const dayName = (on: string) => formatDate(startOfSeoulDate(on));

function Warmth({ crop, untilOn }: { crop: GrowthStatistics['crops'][number]; untilOn: string }) {
  const { cropName, house, budBreakOn, growingDegreeDays, monthDegreeDays, days, missingDays } = crop;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-semibold">
        {house} {cropName} 적산온도
      </h3>
      <Figure value={formatNumber(growingDegreeDays, 0)} unit="℃·일" size="md" />
      {budBreakOn === null ? (
        <p className="text-ink-soft">이 작물에 올해 발아일을 적어 주세요. 그날부터 셉니다.</p>
      ) : days === 0 ? (
        <p className="text-ink-soft">
          {budBreakOn > untilOn
            ? `발아일이 ${withParticle(formatDayOfYear(startOfSeoulDate(budBreakOn)), '이라')} 이달에는 아직 쌓이지 않았습니다.`
            : `적어 둔 발아일 ${withParticle(formatDayOfYear(startOfSeoulDate(budBreakOn)), '은')} 지난 철의 것입니다. 이번 철의 발아일을 적어 주세요.`}
        </p>
      ) : (
        <p className="text-ink-soft">
          발아일 {dayName(budBreakOn)}부터 {days}일, {GROWTH_BASE} ℃를 넘은 만큼.{' '}
          {monthDegreeDays === null
            ? '이달에는 하루를 채운 온도 기록이 없습니다.'
            : `이달에 ${formatWithUnit(monthDegreeDays, '℃·일', 0)}.`}
          {monthDegreeDays !== null && missingDays > 0 && ` 기록이 모자란 ${missingDays}일은 빠져 있습니다.`}
        </p>
      )}
    </div>
  );
}

function Light({ sensor: { name, areaName, mean, days, best, last } }: { sensor: GrowthStatistics['light'][number] }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-semibold">
        {areaName} {name} 하루 빛의 양 (DLI)
      </h3>
      <Figure value={formatNumber(mean, 1)} unit="mol/㎡" size="md" />
      {best && last ? (
        <p className="text-ink-soft">
          이달 {days}일의 평균입니다. 가장 밝은 날 {formatNumber(best.value, 1)} ({dayName(best.on)}), 마지막 날{' '}
          {formatNumber(last.value, 1)}. 센서가 지붕 위에 있으면 온실 안은 그 60–75 %입니다.
        </p>
      ) : (
        <p className="text-ink-soft">이달에는 하루를 채운 일사 기록이 없습니다.</p>
      )}
    </div>
  );
}
