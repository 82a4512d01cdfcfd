import { moonAge, moonAt } from '#contract/time/moon.ts';
import { formatClock, formatSpokenTime } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { directionName, moonName } from './moon-words.tsx';

type MoonCardProps = {
  /** The instant the moon is shown at, epoch ms. */
  at: number;
};

/** The moon: its shape and age, rise and set, and position. */
export function MoonCard({ at }: MoonCardProps) {
  const moon = moonAt(at);
  const { azimuth, altitude, distance, parallacticAngle, fraction, phase, angle, rise, set } = moon;
  const degrees = (value: number) => `${formatNumber(value, 1)}°`;
  const time = (instant: number | null) => (instant === null ? '-' : formatClock(instant));
  const isUp = altitude > 0;
  return (
    <Card aria-labelledby="moon" className="flex flex-col gap-3">
      <h2 id="moon" className="text-lg font-bold">
        달
      </h2>
      <div className="flex items-center gap-5">
        <MoonShape phase={phase} />
        <div>
          <p className="text-xl font-bold">{moonName(phase)}</p>
          <p>
            월령 {formatNumber(moonAge(moon), 1)}일, {formatNumber(fraction * 100, 0)} %가 밝습니다.
          </p>
          <p className="text-ink-soft">
            {formatSpokenTime(at)}에 {isUp ? `${directionName(azimuth)}쪽 하늘에 있습니다.` : '지평선 아래에 있습니다.'}
          </p>
        </div>
      </div>
      <FactList
        facts={[
          { label: '월출 / 월몰', value: `${time(rise)} / ${time(set)}` },
          { label: '위상', value: `${formatNumber(phase, 2)} (0 삭, 0.25 상현, 0.5 보름, 0.75 하현)` },
          { label: '밝은 면', value: `${formatNumber(fraction * 100, 1)} %` },
          { label: '밝은 쪽이 향한 각', value: degrees(angle) },
          { label: '방위', value: `${directionName(azimuth)} ${degrees(azimuth)} (북쪽에서 시계 방향)` },
          { label: '고도', value: `${degrees(altitude)} (0°는 지평선, 90°는 머리 위)` },
          { label: '달까지의 거리', value: `${formatNumber(distance, 0)} km` },
          { label: '기울어 보이는 각', value: degrees(parallacticAngle) },
        ]}
      />
      <p className="text-age text-ink-soft">
        월령은 삭에서부터 센 날수입니다. ‘-’는 그날 달이 뜨거나 지지 않는다는 뜻입니다.
      </p>
    </Card>
  );
}

/** The lit part of the moon as seen from the northern hemisphere: a waxing moon is lit on the right. */
function MoonShape({ phase }: { phase: number }) {
  const width = 40 * Math.abs(Math.cos(2 * Math.PI * phase));
  const isWaxing = phase < 0.5;
  const isGibbous = phase > 0.25 && phase < 0.75;
  const outer = isWaxing ? 1 : 0;
  const inner = isWaxing === isGibbous ? 1 : 0;
  return (
    <svg viewBox="-44 -44 88 88" className="size-20 shrink-0" aria-hidden="true">
      <circle r="40" fill="var(--sunken)" stroke="var(--line-strong)" strokeWidth="1.5" />
      <path d={`M0 -40A40 40 0 0 ${outer} 0 40A${width} 40 0 0 ${inner} 0 -40Z`} fill="var(--scene-orb)" />
    </svg>
  );
}
