import { type SunTimeName, sunDay } from '#contract/time/sun.ts';
import { seoulDate } from '#contract/time/time.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock, formatDate } from '#src/lib/format-date.ts';
import { Card } from '#src/ui/card.tsx';

const rows: readonly { name: SunTimeName; label: string; about: string }[] = [
  { name: 'nadir', label: '해가 가장 낮은 때', about: '밤의 한가운데입니다.' },
  { name: 'nightEnd', label: '천문 박명 시작', about: '캄캄한 밤이 끝나고 하늘이 희미해집니다.' },
  { name: 'nauticalDawn', label: '항해 박명 시작', about: '바다와 하늘의 경계가 보입니다.' },
  { name: 'dawn', label: '시민 박명 시작', about: '불 없이 바깥일을 할 만큼 밝아집니다.' },
  { name: 'sunrise', label: '일출', about: '해의 윗부분이 보이기 시작합니다.' },
  { name: 'sunriseEnd', label: '해가 다 떠오름', about: '해가 지평선을 온전히 벗어납니다.' },
  { name: 'goldenHourEnd', label: '아침 낮은 햇빛 끝', about: '여기부터 햇볕이 힘을 냅니다.' },
  { name: 'solarNoon', label: '남중', about: '해가 가장 높습니다. 하루의 낮 가운데입니다.' },
  { name: 'goldenHour', label: '저녁 낮은 햇빛 시작', about: '해가 낮아져 하우스 온도가 내려가기 시작합니다.' },
  { name: 'sunsetStart', label: '해가 지평선에 닿음', about: '해의 아랫부분이 지평선에 닿습니다.' },
  { name: 'sunset', label: '일몰', about: '해가 보이지 않게 됩니다.' },
  { name: 'dusk', label: '시민 박명 끝', about: '바깥일에 불이 필요해집니다.' },
  { name: 'nauticalDusk', label: '항해 박명 끝', about: '바다와 하늘의 경계가 사라집니다.' },
  { name: 'night', label: '천문 박명 끝', about: '캄캄한 밤이 됩니다.' },
];

type SunTimesProps = {
  /** An instant of the Seoul day shown, epoch ms. */
  day: number;
  /** The current time, epoch ms; null for other days than today. */
  now: number | null;
};

/** All fourteen sun times of the day, with names for growers; the next one is marked. */
export function SunTimes({ day, now }: SunTimesProps) {
  const times = sunDay(day);
  const next = now === null ? undefined : rows.find(({ name }) => times[name] > now)?.name;
  return (
    <Card aria-labelledby="sun-times" className="flex flex-col gap-3">
      <h2 id="sun-times" className="text-lg font-bold">
        해의 하루
      </h2>
      <ol className="flex flex-col">
        {rows.map(({ name, label, about }) => (
          <li
            key={name}
            aria-current={name === next ? 'time' : undefined}
            className={classNames(
              'grid grid-cols-[4rem_1fr] items-baseline gap-x-3 rounded-lg border-b border-line px-2 py-2 last:border-b-0',
              name === next && 'bg-accent-tint',
            )}
          >
            <time dateTime={new Date(times[name]).toISOString()} className="tabular text-lg font-semibold">
              {formatClock(times[name])}
            </time>
            <span>
              <span className="font-semibold">{label}</span>{' '}
              {name === next && <span className="ml-1 text-age text-accent-ink">다음</span>}
              {seoulDate(times[name]) !== seoulDate(day) && (
                <span className="ml-2 text-age text-ink-soft">{formatDate(times[name])}</span>
              )}
              <span className="block text-ink-soft">{about}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-age text-ink-soft">
        박명은 해가 뜨기 전과 진 뒤에 하늘이 밝은 동안입니다. 제주시를 기준으로 계산한 값이라 연결 없이도 볼 수
        있습니다.
      </p>
    </Card>
  );
}
