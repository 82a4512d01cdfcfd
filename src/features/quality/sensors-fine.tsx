import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quality } from '#contract/quality/quality.ts';
import { qualityStateWords, sensorsFineText } from '#contract/quality/quality-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { isOld } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { channelWords } from './quality-words.tsx';

type SensorsFineProps = {
  farmIndex: number;
  /** The sensors behind the shown values. */
  sensors: readonly number[];
};

/** How many of the sensors are fine, and which are not: '센서 1/2 정상'. An empty line while loading. */
export function SensorsFine({ farmIndex, sensors }: SensorsFineProps) {
  const now = useAgesTo();
  const { data } = useQuery(readQuery(quality, { params: { farmId: farmIndex } }));
  // Keeps the line's place, so that what stands under it does not move.
  if (!data) return <p className="min-h-touch" />;
  const checked = data.value.channels.filter(({ index }) => sensors.includes(index));
  if (checked.length === 0) return null;
  const bad = checked.filter(({ state }) => state !== 'fine');
  return (
    <p className={bad.length > 0 ? 'font-medium text-warn-ink' : 'text-ink-soft'}>
      <Link
        to="/cms/monitor/quality"
        search={{ farm: farmIndex }}
        className="inline-flex min-h-touch items-center underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {[
          sensorsFineText(checked.length - bad.length, checked.length),
          ...bad.map((channel) => `${channelWords(channel)} ${qualityStateWords[channel.state]}`),
          ...(isOld(data, now) ? [`${formatDateTime(data.fetchedAt)} 기준`] : []),
        ].join(' · ')}
      </Link>
    </p>
  );
}
