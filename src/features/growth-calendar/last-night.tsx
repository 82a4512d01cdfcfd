import { useQuery } from '@tanstack/react-query';
import { NightSentence } from '#src/ui/climate/night-sentence.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { farmClimateQuery } from './calendar-queries.ts';

type LastNightProps = {
  farmIndex: number;
  /** The server's time, epoch ms. */
  now: number;
};

/** Last night on the farm, in the same words as on the dashboard. */
export function LastNight({ farmIndex, now }: LastNightProps) {
  const night = useQuery(farmClimateQuery(farmIndex));
  if (night.isError && !night.data) {
    return <p className="text-ink-soft">지난밤이 어땠는지는 이 기기에 없습니다. 연결되면 보여 드립니다.</p>;
  }
  return (
    <div>
      <NightSentence climate={night.data?.value} now={now} />
      <DataAgeNote seen={night.data} now={now} />
    </div>
  );
}
