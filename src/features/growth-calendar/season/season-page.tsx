import '#src/ui/print-sheet.css';
import { useQuery } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { type CropSeason, cropSeason } from '#contract/growth-calendar/crop-year.ts';
import { GROWTH_BASE } from '#contract/monitor/agronomic-formulas.ts';
import { MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { csvBlob } from '#src/lib/csv/csv.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { saveFile } from '#src/ui/csv/download.ts';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { farmCalendarsQuery } from '../calendar-queries.ts';
import { meanOf, SeasonCurves } from './season-curves.tsx';
import { SeasonMissed } from './season-missed.tsx';
import { seasonRows } from './season-rows.tsx';
import { SeasonStages } from './season-stages.tsx';

type SeasonPageProps = {
  farm: { index: number; farmName: string };
  cropId: string | undefined;
  onCrop: (cropId: string) => void;
  /** A link to the crop registration, for farms without a crop. */
  cropLink: ReactNode;
};

/** A crop's season on one page, for the grower and for printing. */
export function SeasonPage({ farm, cropId, onCrop, cropLink }: SeasonPageProps) {
  const now = useNow(MINUTE_MS);
  const agesTo = useAgesTo();
  const calendars = useQuery(farmCalendarsQuery(farm.index));
  const crops = (calendars.data?.value.crops ?? []).filter(({ calendar }) => calendar !== null);
  const chosen = crops.find((crop) => crop.cropId === cropId) ?? crops[0];
  const answer = useQuery({
    ...readQuery(cropSeason, { params: { id: chosen?.cropId ?? '' } }),
    enabled: chosen !== undefined,
  });
  const failed = [calendars, answer].find(({ isError, data }) => isError && !data)?.error;
  if (failed) throw failed;
  const season = answer.data?.value;
  return (
    <div data-sheet className="flex flex-col gap-5">
      <PageHead
        title={`${farm.farmName} 생육 시기`}
        actions={season && <SeasonActions farmName={farm.farmName} season={season} />}
      />
      {crops.length > 1 && chosen && (
        <div data-screen-only>
          <SingleChips
            label="작물"
            chips={crops.map(({ cropId: value, itemsName, house }) => ({ value, label: itemsName, detail: house }))}
            value={chosen.cropId}
            onChange={onCrop}
          />
        </div>
      )}
      <DataAgeNote seen={answer.data} now={agesTo} />
      {answer.data && (
        <p className="hidden text-ink-soft print:block">{seoulDate(answer.data.fetchedAt)}에 받은 기록입니다.</p>
      )}
      {calendars.data && !chosen ? (
        <EmptyState title="생육 달력이 있는 작물이 없습니다" action={cropLink}>
          심은 작물을 먼저 등록해 주세요.
        </EmptyState>
      ) : season ? (
        <Season season={season} now={now} />
      ) : (
        <Skeleton className="h-[40rem]" />
      )}
    </div>
  );
}

const dayWords = (date: string) => formatDayOfYear(startOfSeoulDate(date));

function Season({ season, now }: { season: CropSeason; now: number }) {
  const { itemsName, house, beganOn, isBudBreakNoted, daysSinceBudBreak, fullBloomOn, daysSinceFullBloom } = season;
  const running = season.stages.find(({ from, to }) => from <= now && now < to);
  return (
    <>
      <div>
        <p className="text-lg font-semibold sm:text-xl">
          {[house, itemsName].filter((word) => word !== '').join(' ')}, {running && `지금 ${running.season}, `}발아 뒤{' '}
          {daysSinceBudBreak}일째
        </p>
        <p className="text-ink-soft">
          발아일 {dayWords(beganOn)}
          {isBudBreakNoted ? '' : ' (적어 둔 날이 없어 달력의 날짜로 셉니다)'}, 만개 {dayWords(fullBloomOn)}
          {daysSinceFullBloom >= 0 ? `부터 ${daysSinceFullBloom}일째` : `까지 ${-daysSinceFullBloom}일`}.{' '}
          {season.harvest &&
            `수확은 ${dayWords(season.harvest.fromOn)}부터 ${dayWords(season.harvest.toOn)}까지로 보며, 앞뒤로 ${season.harvest.spreadDays}일 차이가 날 수 있습니다.`}
        </p>
      </div>
      <SeasonStages season={season} now={now} />
      <Card aria-labelledby="season-warmth" className="flex flex-col gap-3">
        <h2 id="season-warmth" className="text-lg font-bold">
          발아 뒤 적산온도
        </h2>
        <p className="text-ink-soft">발아일부터 {GROWTH_BASE} ℃를 넘은 만큼을 날마다 더한 값입니다.</p>
        <SeasonCurves season={season} />
        <LightWords season={season} />
      </Card>
      <SeasonMissed season={season} />
    </>
  );
}

function LightWords({ season: { own, lastYear, leadFarm } }: { season: CropSeason }) {
  if (own.light.length === 0) return <p className="text-ink-soft">일사 센서가 없어 하루 빛의 양은 모릅니다.</p>;
  const mean = (light: readonly (number | null)[]) =>
    meanOf(light) === null ? '기록 없음' : formatWithUnit(meanOf(light), 'mol/㎡', 1);
  return (
    <p>
      하루 빛의 양 평균 <strong className="tabular">{mean(own.light)}</strong>
      {lastYear && `, 작년 같은 때 ${mean(lastYear.light)}`}
      {leadFarm && `, ${leadFarm.farmName} ${mean(leadFarm.light)}`}
    </p>
  );
}

function SeasonActions({ farmName, season }: { farmName: string; season: CropSeason }) {
  const handleSave = () => saveFile(csvBlob(seasonRows(season)), `${farmName} ${season.itemsName} 생육 시기.csv`);
  return (
    <div data-screen-only className="flex flex-wrap gap-2">
      <Button onClick={handleSave} icon={<FileDown aria-hidden className="size-5" />}>
        내려받기
      </Button>
      <Button onClick={() => window.print()} icon={<Printer aria-hidden className="size-5" />}>
        인쇄
      </Button>
    </div>
  );
}
