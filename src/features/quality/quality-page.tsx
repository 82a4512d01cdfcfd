import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Thermometer from 'lucide-react/icons/thermometer';
import type { ReactNode } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { type ChannelQuality, type Quality, quality } from '#contract/quality/quality.ts';
import { needsHandText, sensorsFineText } from '#contract/quality/quality-text.ts';
import { needsHand, sensorsNow } from '#contract/quality/sensor-state.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { judgedAt } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ListFailurePanel } from '#src/ui/list/list-failure-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { ExclusionList } from './exclusion-list.tsx';
import { FindingList } from './finding-list.tsx';
import { channelWords } from './quality-words.tsx';
import { SensorLists } from './sensor-lists.tsx';
import { UnstoredNotes } from './unstored-notes.tsx';
import { useExclude } from './use-exclude.tsx';

type QualityPageProps = {
  farm: Pick<Farm, 'index' | 'farmName' | 'right'>;
  /** Whether the menu lets this user exclude values here; the server checks it itself. */
  mayWrite: boolean;
  /** Renders a link to the inspection of a faulty sensor. */
  inspectionOf: (channel: ChannelQuality) => ReactNode;
};

/** Refetch interval, ms: sensors become silent without a write. */
const ASK_AGAIN_MS = 60_000;

/** The state of a farm's sensors, and their excluded values. */
export function QualityPage({ farm, mayWrite, inspectionOf }: QualityPageProps) {
  const [now, agesTo] = [useNow(MINUTE_MS), useAgesTo()];
  const query = useQuery({
    ...readQuery(quality, { params: { farmId: farm.index } }),
    refetchInterval: ASK_AGAIN_MS,
  });
  const told = query.data?.value;
  const values = useQuery(readQuery(areaValues, { params: { farmId: farm.index } }));
  const areas = values.data?.value;
  // A cached copy is judged at the time of its fetch, not now.
  const judged = judgedAt(query.data, agesTo);
  const sensors = told && areas && sensorsNow(areas, told, judged);
  const failed = [query, values].find((one) => one.isLoadingError);
  const mayExclude = mayWrite && farm.right !== 'read';
  const { ask, dialog } = useExclude({ keptSince: told?.keptSince ?? 0, now });
  const navigate = useNavigate();

  function actionsOf(channel: ChannelQuality): MenuAction[] {
    const record: MenuAction = {
      label: '센서 기록 보기',
      icon: <ChartLine aria-hidden className="size-5" />,
      onSelect: () =>
        void navigate({ to: '/cms/monitor/record', search: { farm: farm.index, sensors: channel.index } }),
    };
    const leaveOut: MenuAction = {
      label: '값 제외',
      icon: <CircleSlash aria-hidden className="size-5" />,
      onSelect: () =>
        ask({ channelIndex: channel.index, channelName: channelWords(channel), ...offeredSpan(channel, now) }),
    };
    return mayExclude ? [record, leaveOut] : [record];
  }

  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={`${farm.farmName} 센서 상태`}
        lead={sensors && leadWords(sensors, judged === agesTo ? null : judged)}
      />
      {failed ? (
        <ListFailurePanel
          refusal={refusalOf(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : (
        <>
          <DataAgeNote seen={query.data} now={agesTo} />
          {told && <UnstoredNotes unknown={told.unknown} refusals={told.refusals} />}
          {told && told.kinds.length > 0 && <Kinds kinds={told.kinds} />}
          {sensors && <FindingList channels={sensors} onExclude={mayExclude ? ask : undefined} />}
          <SensorLists
            sensors={sensors}
            now={agesTo}
            actionsOf={actionsOf}
            inspectionOf={inspectionOf}
            empty={
              <EmptyState
                title="아직 센서가 없습니다"
                icon={<Thermometer aria-hidden className="size-8" />}
                action={
                  <Link to="/cms/device/sensor-manage" className={buttonClass()}>
                    센서 관리
                  </Link>
                }
              >
                센서를 등록하면 여기에서 상태를 볼 수 있습니다.
              </EmptyState>
            }
          />
          {told && told.channels.length > 0 && (
            <ExclusionList exclusions={told.exclusions} keptSince={told.keptSince} mayWrite={mayExclude} />
          )}
          {!mayExclude && (
            <p className="text-ink-soft">이 농장은 볼 수만 있습니다. 값을 제외하려면 농장주에게 문의해 주세요.</p>
          )}
        </>
      )}
      {dialog}
    </div>
  );
}

/** The summary in a sentence; with its time if it is not current. */
function leadWords(sensors: readonly ChannelQuality[], oldAt: number | null): string | undefined {
  if (sensors.length === 0) return undefined;
  const when = oldAt === null ? '' : `${formatDateTime(oldAt)} 기준: `;
  return `${when}${needsHandText(sensors.filter(({ state }) => needsHand(state)).length)}.`;
}

/** The range of the finding; otherwise the last hour. */
function offeredSpan({ findings, state, since }: ChannelQuality, now: number): { from: number; to: number | null } {
  const found = findings.at(-1);
  if (found) return { from: found.from, to: found.to };
  if (state === 'wrong' && since !== null) return { from: since, to: null };
  return { from: now - HOUR_MS, to: now };
}

function Kinds({ kinds }: { kinds: Quality['kinds'] }) {
  return (
    <ul aria-label="종류별" className="flex flex-wrap gap-x-5 gap-y-1">
      {kinds.map(({ type, fine, total }) => (
        <li key={type} className={fine < total ? 'font-semibold text-warn-ink' : 'text-ink-soft'}>
          {channelTypes[type].label} <span className="tabular">{sensorsFineText(fine, total)}</span>
        </li>
      ))}
    </ul>
  );
}
