import { type ReactNode, useId } from 'react';
import { deficitState } from '#contract/monitor/agronomic-formulas.ts';
import type { HumidityAnswer } from '#contract/monitor/humidity.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatSpokenTime } from '#src/lib/format-date.ts';
import { formatNumber, formatStatistic, formatWithUnit } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { deficitWords } from './air-words.tsx';

type AirFiguresProps = { air: HumidityAnswer; now: number; nightName: string };

/** The current climate; each value with its meaning. Of old values nothing is said about now, nor what to do. */
export function AirFigures({ air, now, nightName }: AirFiguresProps) {
  const { now: newest, sensor, temperatureSensor, lastNight } = air;
  const at = newest ? Date.parse(newest.date) : null;
  const isNow = staleness(at, sensor.intervalMs, now).reporting === 'reporting';
  const age = <AgeBadge at={at} now={now} intervalMs={sensor.intervalMs} />;
  const state = typeof newest?.deficit === 'number' ? deficitState(newest.deficit) : null;
  const spread =
    newest && newest.temperature !== null && newest.dewPoint !== null ? newest.temperature - newest.dewPoint : null;
  const why = temperatureSensor === null ? '같은 동에 온도 센서가 없습니다.' : '같은 때의 온도가 없습니다.';
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 sm:gap-4 lg:grid-cols-4">
      <Tile title="습도" figure={formatNumber(newest?.humidity, 0)} unit="%">
        {age}
        {newest?.temperature != null && <p>기온 {formatWithUnit(newest.temperature, '℃', 1)}</p>}
      </Tile>
      <Tile title="이슬점" figure={formatNumber(newest?.dewPoint, 1)} unit="℃">
        {spread === null ? (
          <p>{why}</p>
        ) : (
          <>
            {age}
            <p>기온이 이슬점보다 {formatWithUnit(spread, '℃', 1)} 높습니다.</p>
            {newest?.isCondensing && isNow && <p className="font-semibold text-warn-ink">지금 물이 맺히기 쉽습니다.</p>}
          </>
        )}
      </Tile>
      <Tile title="수증기압차 (VPD)" figure={formatNumber(newest?.deficit, 2)} unit="kPa">
        {state ? (
          <>
            {age}
            {isNow && (
              <>
                <p className="font-semibold text-ink">{deficitWords[state].word}</p>
                <p>{deficitWords[state].todo}</p>
              </>
            )}
          </>
        ) : (
          <p>{why}</p>
        )}
      </Tile>
      <Tile title={`${nightName} 결로 위험`} figure={formatStatistic(lastNight.condensingHours)} unit="시간">
        {lastNight.condensingHours === null ? (
          <p>{why}</p>
        ) : lastNight.condensingUntil === null ? (
          <p>물이 맺힐 만한 때가 없었습니다.</p>
        ) : (
          <p>{formatSpokenTime(lastNight.condensingUntil)}까지 열매와 비닐에 물이 맺히기 쉬웠습니다.</p>
        )}
      </Tile>
    </div>
  );
}

type TileProps = { title: string; figure: string; unit: string; children: ReactNode };

function Tile({ title, figure, unit, children }: TileProps) {
  const id = useId();
  return (
    <Card role="group" padding="md" aria-labelledby={id} className="flex flex-col gap-1">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <Figure value={figure} unit={unit} size="lg" />
      <div className="flex flex-col items-start gap-0.5 text-ink-soft">{children}</div>
    </Card>
  );
}
