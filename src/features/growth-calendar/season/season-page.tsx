import './season-print.css';
import { useQuery } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { type CropSeason, cropSeason } from '#contract/growth-calendar/crop-year.ts';
import { GROWTH_BASE } from '#contract/monitor/indicators.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { csvBlob } from '#src/lib/csv/csv.ts';
import { formatDate, formatDayOfYear } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
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

type SeasonPageProps = {
  farm: { index: number; farmName: string };
  cropId: string | undefined;
  onCrop: (cropId: string) => void;
  /** Leads to where a crop is registered, for farms without one. */
  cropLink: ReactNode;
};

/** A crop's season on one page: for the grower, and on paper for the adviser's visit. */
export function SeasonPage({ farm, cropId, onCrop, cropLink }: SeasonPageProps) {
  const now = useNow(MINUTE_MS);
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
    <div data-season className="flex flex-col gap-5">
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
      <DataAgeNote seen={answer.data} now={now} />
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
      <Card aria-labelledby="season-stages" className="flex flex-col gap-3">
        <h2 id="season-stages" className="text-lg font-bold">
          생육 단계
        </h2>
        <ol className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
          {season.stages.map(({ season: name, from, to }) => (
            <li
              key={from}
              {...(from <= now && now < to && { 'aria-current': 'date' })}
              className="rounded-lg border-l-4 border-line px-3 py-1 aria-[current]:border-accent aria-[current]:bg-accent-tint"
            >
              <span className="font-semibold">{name}</span>{' '}
              <span className="tabular whitespace-nowrap text-ink-soft">
                {formatDayOfYear(from)} ~ {formatDayOfYear(to - 1)}
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <Card aria-labelledby="season-warmth" className="flex flex-col gap-3">
        <h2 id="season-warmth" className="text-lg font-bold">
          발아 뒤 적산온도
        </h2>
        <p className="text-ink-soft">발아일부터 {GROWTH_BASE} ℃를 넘은 만큼을 날마다 더한 값입니다.</p>
        <SeasonCurves season={season} />
        <LightWords season={season} />
      </Card>
      <Missed season={season} />
    </>
  );
}

function LightWords({ season: { own, lastYear, leadFarm } }: { season: CropSeason }) {
  const mean = (light: readonly (number | null)[]) => formatWithUnit(meanOf(light), 'mol/㎡', 1);
  if (meanOf(own.light) === null) return <p className="text-ink-soft">일사 센서가 없어 하루 빛의 양은 모릅니다.</p>;
  return (
    <p>
      하루 빛의 양 평균 <strong className="tabular">{mean(own.light)}</strong>
      {lastYear && `, 작년 같은 때 ${mean(lastYear.light)}`}
      {leadFarm && `, ${leadFarm.farmName} ${mean(leadFarm.light)}`}
    </p>
  );
}

function Missed({ season: { missed } }: { season: CropSeason }) {
  const beyond = (degrees: number | null, hours: number, sign: string) =>
    hours > 0 ? `${sign}${formatNumber(degrees, 1)} ℃, ${formatNumber(hours, 0)}시간` : '-';
  return (
    <Card aria-labelledby="season-missed" className="flex flex-col gap-3">
      <h2 id="season-missed" className="text-lg font-bold">
        목표를 벗어난 때
      </h2>
      {missed.length === 0 ? (
        <p className="text-ink-soft">발아 뒤로 목표를 한 시간 넘게 벗어난 때가 없습니다.</p>
      ) : (
        <table className="tabular w-full border-collapse text-left">
          <thead className="text-ink-soft">
            <tr>
              {['기간', '생육 단계', '목표보다 낮음', '목표보다 높음'].map((title) => (
                <th key={title} scope="col" className="py-1.5 pr-2 font-normal">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {missed.map(({ from, to, season, belowC, aboveC, belowHours, aboveHours }) => (
              <tr key={from} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-2 text-left font-normal">
                  {formatDayOfYear(from)} ~ {formatDayOfYear(to - 1)}
                </th>
                <td className="pr-2">{season}</td>
                <td className="pr-2">{beyond(belowC, belowHours, '▼')}</td>
                <td>{beyond(aboveC, aboveHours, '▲')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function SeasonActions({ farmName, season }: { farmName: string; season: CropSeason }) {
  const handleSave = () => {
    const rows = season.missed.map(({ from, to, season: stage, belowC, belowHours, aboveC, aboveHours }) => [
      formatDate(from),
      formatDate(to - 1),
      stage,
      belowC,
      belowHours,
      aboveC,
      aboveHours,
    ]);
    const stages = season.stages.map(({ season: stage, from, to }) => [formatDate(from), formatDate(to - 1), stage]);
    const head = ['처음', '끝', '생육 단계', '목표보다 낮음 ℃', '낮은 시간', '목표보다 높음 ℃', '높은 시간'];
    saveFile(
      csvBlob([head, ...stages, [], ['목표를 벗어난 때'], ...rows]),
      `${farmName} ${season.itemsName} 생육 시기.csv`,
    );
  };
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
