import { useQuery } from '@tanstack/react-query';
import type { Farm } from '#contract/farm/farm.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { ActuatorCard } from './actuator-card.tsx';
import { areFresh, watchedControl } from './control-query.ts';
import { knownAt, NO_LINK_WORDS } from './control-words.tsx';
import { NoEquipment } from './no-equipment.tsx';
import { PeopleInside } from './people-inside.tsx';
import { RunningNow } from './running-now.tsx';

type OperatePageProps = {
  farm: Pick<Farm, 'index' | 'farmName' | 'right'>;
  /** Whether the menu lets this user operate equipment; the server checks it itself. */
  mayWrite: boolean;
};

/** Every actuator by house: its state, who controls it, and its manual controls. */
export function OperatePage({ farm, mayWrite }: OperatePageProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  const control = useQuery(watchedControl(farm.index));
  if (control.isError && !control.data) throw control.error;
  const view = control.data?.value;
  const mayMove = mayWrite && farm.right !== 'read';
  const isFresh = areFresh(control.data, useNow(SECOND_MS));
  const isBlocked = isOffline || !mayMove || !isFresh;
  const actuators = view?.actuators.map((one) => knownAt(one, now)) ?? [];
  const areas = [...new Set(actuators.map(({ areaName }) => areaName))];
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="직접 조작"
        lead={`${farm.farmName}. 손으로 움직인 장비는 정한 시간이 지나면 규칙으로 돌아갑니다.`}
      />
      <DataAgeNote seen={control.data} now={now} />
      {isOffline && <Banner tone="offline">{NO_LINK_WORDS}</Banner>}
      {view && !view.isReachable && (
        <Banner tone="info">
          이 서버에는 아직 제어기가 연결되어 있지 않습니다. 연결하면 장비를 움직일 수 있습니다.
        </Banner>
      )}
      {view?.isWindUnknown && actuators.some(({ type, levelPct }) => type === 'VENT' && (levelPct ?? 0) > 0) && (
        <Banner tone="warn">바람을 모릅니다. 바람에 맞추어 창을 닫지 못하니 살펴 주세요.</Banner>
      )}
      {!mayMove && <Banner tone="info">보기만 할 수 있습니다. 움직이려면 농장주에게 권한을 부탁해 주세요.</Banner>}
      {!view && <Skeleton className="h-[40rem]" />}
      {view?.actuators.length === 0 && (
        <NoEquipment mayAdd={mayMove}>장치에 구동기를 등록하면 여기에서 움직일 수 있습니다.</NoEquipment>
      )}
      {view && view.actuators.length > 0 && <RunningNow actuators={actuators} now={now} />}
      {view && <PeopleInside farmIndex={farm.index} actuators={view.actuators} now={now} isBlocked={isBlocked} />}
      {areas.map((area) => (
        <section key={area} aria-label={area || farm.farmName} className="flex flex-col gap-3">
          {areas.length > 1 && <h2 className="text-lg font-bold">{area || '농장 전체'}</h2>}
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {actuators
              .filter(({ areaName }) => areaName === area)
              .map((actuator) => (
                <ActuatorCard
                  key={actuator.channel}
                  farmIndex={farm.index}
                  actuator={actuator}
                  now={now}
                  isBlocked={isBlocked}
                  right={farm.right}
                  isStopped={view?.stopAll != null}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
