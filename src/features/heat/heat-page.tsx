import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Control, getControl } from '#contract/control/control-calls.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { type FarmCalendars, farmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { getHeat, type HeatSettings, type HeatView, updateHeat } from '#contract/heat/heat.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { notSentMessages } from '#contract/wire/write-text.ts';
import { isReachable, useConnectivityStore } from '#src/api/call/connectivity.ts';
import { useAgesTo, useClock } from '#src/api/call/server-clock.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { type Answered, useSave } from '#src/api/write/use-save.ts';
import { asCopy } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { HeatForm } from './heat-form.tsx';
import { HeatNow } from './heat-now.tsx';
import { HeatPicture } from './heat-picture.tsx';
import { HeatSettingsView } from './heat-settings-view.tsx';
import { changesBetween, type HeatChange } from './heat-words.tsx';
import { coldestOf, type HouseTemperature, housesOf } from './house-temperature.ts';
import { SavedChanges } from './saved-changes.tsx';

type HeatPageProps = {
  farm: Pick<Farm, 'index' | 'farmName' | 'right' | 'isSimulated'>;
  /** Whether the menu lets this user change settings here; the server checks it itself. */
  mayWrite: boolean;
};

const OFFLINE_WORDS =
  '연결되지 않았습니다. 난방처럼 장비를 움직이는 설정은 연결되어 있을 때만 바꿀 수 있고, 나중에 저절로 보내지 않습니다.';

/** The current target and temperatures, and the heating settings. */
export function HeatPage({ farm, mayWrite }: HeatPageProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  const heat = useQuery(readQuery(getHeat, { params: { id: farm.index } }));
  const calendars = useQuery(readQuery(farmCalendars, { params: { id: farm.index } }));
  const values = useQuery(readQuery(areaValues, { params: { farmId: farm.index } }));
  const control = useQuery(readQuery(getControl, { params: { id: farm.index } }));
  if (heat.isError && !heat.data) throw heat.error;
  const isObeyed = farm.isSimulated || control.data?.value.actuators.some(isCommandedHeater) === true;
  const houses = values.data && housesOf(values.data.value);
  const mayChange = mayWrite && farm.right !== 'read';
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(heat) && !isOffline;
  const view = heat.data?.value;

  return (
    <div className="flex flex-col gap-5">
      <PageHead title={`${farm.farmName} 난방 설정`} lead={view && changedWords(view)} />
      <DataAgeNote seen={asCopy(heat.data, isOffline)} now={now} />
      {control.data && !isObeyed && <NotObeyed />}
      {!view || (mayChange && isAwaited) ? (
        <>
          <Skeleton className="h-44 md:h-40" />
          <Skeleton className="h-[60rem] max-w-2xl" />
        </>
      ) : (
        <Settings
          key={farm.index}
          farm={farm}
          view={view}
          farmCalendars={calendars.data?.value}
          houses={houses}
          now={now}
          mayChange={mayChange}
          mayWrite={mayWrite}
          isOffline={isOffline}
          isObeyed={isObeyed}
          fetchedAt={heat.data?.fetchedAt ?? 0}
        />
      )}
    </div>
  );
}

const isCommandedHeater = ({ type, settings }: Control['actuators'][number]) =>
  type === 'HEATER' && settings.isCommanded;

/** Without a heater that the server may move, the settings only show what is aimed at. */
function NotObeyed() {
  return (
    <Banner
      tone="warn"
      action={
        <Link to="/cms/control/equipment" className={buttonClass()}>
          장비 설정
        </Link>
      }
    >
      이 농장에는 서버가 움직이는 난방기가 없습니다. 여기에서 정한 값은 견주어 보는 목표일 뿐이고, 서리방지로도 켜지지
      않습니다.
    </Banner>
  );
}

function changedWords({ isSet, changed }: HeatView): string | undefined {
  if (!isSet) return '아직 아무도 정하지 않아 기본값을 보여 드립니다.';
  return changed ? `${changed.by} 님이 ${formatDateTime(Date.parse(changed.at))}에 바꾸었습니다.` : undefined;
}

type SettingsProps = {
  farm: HeatPageProps['farm'];
  view: HeatView;
  farmCalendars: FarmCalendars | undefined;
  fetchedAt: number;
  houses: readonly HouseTemperature[] | undefined;
  now: number;
  mayChange: boolean;
  mayWrite: boolean;
  isOffline: boolean;
  /** Whether a heater follows the settings. */
  isObeyed: boolean;
};

function Settings({
  farm,
  view,
  farmCalendars,
  fetchedAt,
  houses,
  now,
  mayChange,
  mayWrite,
  isOffline,
  isObeyed,
}: SettingsProps) {
  const { calendar } = view;
  const { attempt } = useSave(updateHeat);
  const connectivity = useConnectivityStore();
  const clock = useClock();
  const [start, setStart] = useState({ settings: view.settings, version: 0, at: 0 });
  const [saved, setSaved] = useState<{ message: string; changes: HeatChange[] }>();
  // An open form stays when the connection is lost, but no form is opened without one.
  const [isOpen, setIsOpen] = useState(mayChange && !isOffline);
  if (mayChange && !isOffline && !isOpen) setIsOpen(true);
  // A response from before the last save does not contain its result.
  const settings = fetchedAt >= start.at ? view.settings : start.settings;
  const currentC = houses && coldestOf(houses)?.temperature.value;

  async function send(mine: HeatSettings, base: HeatSettings): Promise<Answered<AnswerOf<typeof updateHeat>>> {
    if (isOffline || !isReachable(connectivity)) {
      return { trouble: { problems: {}, failure: { message: notSentMessages.offline }, conflict: undefined } };
    }
    return attempt({ params: { id: farm.index }, body: { ...mine, base } });
  }
  function handleSaved({ message, data }: AnswerOf<typeof updateHeat>) {
    setSaved({ message, changes: changesBetween(settings, data.settings) });
    setStart(({ version }) => ({ settings: data.settings, version: version + 1, at: clock.now() }));
  }
  const handleOutdated = useCallback(
    () => setStart(({ version, at }) => ({ settings: view.settings, version: version + 1, at })),
    [view.settings],
  );
  const picture = { calendar, now, currentC: currentC ?? undefined };
  return (
    <>
      {saved && <SavedChanges key={start.version} {...saved} isObeyed={isObeyed} />}
      <HeatNow settings={settings} calendar={calendar} houses={houses} now={now} />
      {settings.mode === 'calendar' && !calendar && (
        <Banner tone="warn">생육 달력이 있는 작물이 재배 중이 아니어서, 직접 정한 목표를 따르고 있습니다.</Banner>
      )}
      {isOpen ? (
        <HeatForm
          key={start.version}
          farmId={farm.index}
          initial={start.settings}
          stored={settings}
          {...picture}
          farmCalendars={farmCalendars}
          refusal={isOffline ? OFFLINE_WORDS : undefined}
          send={send}
          onSaved={handleSaved}
          onOutdated={handleOutdated}
        />
      ) : (
        <div className="flex max-w-2xl flex-col gap-5">
          <Banner tone={mayChange ? 'offline' : 'info'}>{mayChange ? OFFLINE_WORDS : readOnlyWords(mayWrite)}</Banner>
          <Card aria-label="목표 그림" padding="md">
            <HeatPicture settings={settings} {...picture} />
          </Card>
          <HeatSettingsView settings={settings} calendar={calendar} now={now} />
        </div>
      )}
    </>
  );
}

function readOnlyWords(mayWrite: boolean): string {
  return mayWrite
    ? '함께 보는 농장이라 난방 설정은 볼 수만 있습니다. 바꾸려면 농장주에게 쓰기 권한을 부탁해 주세요.'
    : '이 화면을 보기만 할 수 있는 권한입니다. 바꾸려면 관리자에게 문의해 주세요.';
}
