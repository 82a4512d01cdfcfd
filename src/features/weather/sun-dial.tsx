import { nightAt, sunTimes } from '#contract/time/sun.ts';
import { formatClock, formatDuration, formatSpokenTime } from '#src/lib/format-date.ts';

/** The arc in units of the drawing: a semicircle above the horizon by day, a flat arc below it at night. */
const MIDDLE = 160;
const HORIZON = 126;
const RADIUS = 112;
const BELOW = 14;

const at = (angle: number, height: number) => ({
  x: MIDDLE - RADIUS * Math.cos(angle),
  y: HORIZON - height * Math.sin(angle),
});

type SunDialProps = {
  /** An instant of the Seoul day shown, epoch ms. */
  day: number;
  /** The current time, epoch ms; null for other days than today. */
  now: number | null;
};

/** The sun's arc from sunrise to sunset, with its current position. */
export function SunDial({ day, now }: SunDialProps) {
  const { sunrise, sunset } = sunTimes(day);
  const isUp = now !== null && now >= sunrise && now < sunset;
  const passed = now === null ? 0 : Math.min(1, Math.max(0, (now - sunrise) / (sunset - sunrise)));
  const sun = now === null ? null : isUp ? at(Math.PI * passed, RADIUS) : at(Math.PI * (1 + nightPart(now)), BELOW);
  const words = now === null ? null : sunWords(now, { sunrise, sunset });
  return (
    <section aria-label="해 뜨고 지는 때" className="rounded-card bg-card p-4 shadow-card">
      <svg
        viewBox="0 0 320 152"
        role="img"
        aria-label={`일출 ${formatSpokenTime(sunrise)}, 일몰 ${formatSpokenTime(sunset)}${words === null ? '' : `. ${words}`}`}
        className="mx-auto block w-full max-w-sm"
      >
        <path d={halfCircle(RADIUS)} fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="2 5" />
        <path
          d={halfCircle(RADIUS)}
          pathLength="1"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="4"
          strokeDasharray={`${passed} 2`}
          visibility={passed === 0 ? 'hidden' : undefined}
        />
        <path d="M8 126H312" stroke="var(--line-strong)" strokeWidth="2" />
        {sun && (
          <circle
            cx={sun.x}
            cy={sun.y}
            r={isUp ? 11 : 7}
            fill={isUp ? 'var(--accent)' : 'var(--card)'}
            stroke={isUp ? 'var(--card)' : 'var(--ink-faint)'}
            strokeWidth="3"
          />
        )}
      </svg>
      <dl className="tabular grid grid-cols-3 text-center">
        <Mark label="일출" value={formatClock(sunrise)} />
        <Mark label="낮 길이" value={formatDuration(sunset - sunrise)} />
        <Mark label="일몰" value={formatClock(sunset)} />
      </dl>
      {words !== null && (
        <p aria-hidden className="mt-1 text-center text-ink-soft">
          {words}
        </p>
      )}
    </section>
  );
}

function Mark({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-lg font-semibold whitespace-nowrap">{value}</dd>
    </div>
  );
}

const halfCircle = (radius: number) =>
  `M${MIDDLE - radius} ${HORIZON}A${radius} ${radius} 0 0 1 ${MIDDLE + radius} ${HORIZON}`;

/** The elapsed share of the night, from sunset (0) to the next sunrise (1). */
function nightPart(now: number): number {
  const { from, to } = nightAt(now);
  return (now - from) / (to - from);
}

function sunWords(now: number, { sunrise, sunset }: { sunrise: number; sunset: number }): string {
  if (now >= sunrise && now < sunset) return `해가 지기까지 ${formatDuration(sunset - now)} 남았습니다`;
  return `해가 뜨기까지 ${formatDuration(nightAt(now).to - now)} 남았습니다`;
}
