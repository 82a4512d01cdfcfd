import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getProtections, type Protections } from '#contract/control/protection/protection-calls.ts';
import { minutesPhrase, secondsPhrase } from '#contract/control/words/phrases-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { watchedControl } from '../control-query.ts';
import {
  type ActuatorNow,
  faultWords,
  holderWords,
  knownAt,
  limitedWords,
  NO_LINK_WORDS,
  offWords,
  stateAgeWords,
  stateWords,
  titleOf,
} from '../control-words.tsx';
import { HeldTag } from '../held-tag.tsx';
import { NoEquipment } from '../no-equipment.tsx';
import { ActuatorFacts } from './actuator-facts.tsx';
import { ActuatorForm } from './actuator-form.tsx';
import type { Neighbours } from './actuator-line-fields.tsx';

type EquipmentPageProps = {
  farm: Pick<Farm, 'index' | 'farmName' | 'right'>;
  mayWrite: boolean;
};

/** The limits of each actuator, its interlocks and guards, and whether the server may control it. */
export function EquipmentPage({ farm, mayWrite }: EquipmentPageProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  const control = useQuery(watchedControl(farm.index));
  const protections = useQuery(readQuery(getProtections, { params: { id: farm.index } }));
  const [open, setOpen] = useState<number>();
  if (control.isError && !control.data) throw control.error;
  const actuators = control.data?.value.actuators.map((one) => knownAt(one, now));
  const mayEdit = mayWrite && farm.right !== 'read' && !isOffline;
  const neighbours = neighboursOf(actuators ?? [], protections.data?.value);
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="장비 설정" lead={`${farm.farmName}. 제어를 허용한 장비만 서버가 움직입니다.`} />
      <DataAgeNote seen={control.data} now={now} />
      {isOffline && <Banner tone="offline">{NO_LINK_WORDS}</Banner>}
      {!actuators && <Skeleton className="h-[40rem]" />}
      {actuators?.length === 0 && (
        <NoEquipment mayAdd={mayEdit}>장치에 구동기를 등록하면 여기에서 한도를 정할 수 있습니다.</NoEquipment>
      )}
      <ul className="grid items-start gap-3 lg:grid-cols-2">
        {actuators?.map((actuator) => (
          <li key={actuator.channel} className="flex flex-col gap-3 rounded-card bg-card p-4 shadow-card">
            <ActuatorHead
              actuator={actuator}
              now={now}
              mayEdit={mayEdit}
              isOffline={isOffline}
              isOpen={open === actuator.channel}
              onOpen={() => setOpen(actuator.channel)}
            />
            {open === actuator.channel ? (
              <ActuatorForm actuator={actuator} neighbours={neighbours} onClose={() => setOpen(undefined)} />
            ) : (
              <ActuatorFacts
                actuator={actuator}
                protections={protections.data?.value}
                nameOf={neighbours.nameOf}
                mayOwn={mayEdit && farm.right === 'own'}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function neighboursOf(actuators: readonly ActuatorNow[], protections: Protections | undefined): Neighbours {
  const { meters = [], usualFlows = [] } = protections ?? {};
  const names = new Map(actuators.map((one) => [one.channel, titleOf(one)]));
  const named = new Map([...names, ...meters.map(({ channel, name }) => [channel, name] as const)]);
  const feeds = (['MWATER', 'PUMP'] as const).flatMap((type) => actuators.filter((one) => one.type === type));
  return {
    meters,
    usualFlows,
    feeds: feeds.map((one) => ({ channel: one.channel, name: titleOf(one) })),
    nameOf: (channel) => named.get(channel) ?? `#${channel}`,
  };
}

type ActuatorHeadProps = {
  actuator: ActuatorNow;
  now: number;
  mayEdit: boolean;
  isOffline: boolean;
  isOpen: boolean;
  onOpen: () => void;
};

/** Its name and state, whether the server may move it, and what stands against that. */
function ActuatorHead({ actuator, now, mayEdit, isOffline, isOpen, onOpen }: ActuatorHeadProps) {
  const { settings, lockOut, trip, limit, source, isReachable } = actuator;
  const title = titleOf(actuator);
  const fault = faultWords(actuator);
  const isHeldHere = source === 'local' || source === 'guard';
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p>
          <span className="font-medium">{stateWords(actuator)}</span>{' '}
          <span className="text-age text-ink-soft">{stateAgeWords(actuator, now)}</span>
        </p>
        <p>
          {limitWords(actuator)} <HeldTag actuator={actuator} />{' '}
          {settings.isCommanded && !isReachable && <StatusTag tone="lost">제어기 연결 끊김</StatusTag>}
        </p>
        {fault !== '' && <p className="font-medium text-warn-ink">{fault}</p>}
        {(lockOut || trip || isHeldHere) && <p>{holderWords(actuator, now)}</p>}
        {offWords(actuator) !== '' && <p className="text-warn-ink">{offWords(actuator)}</p>}
        {limit && <p className="text-warn-ink">{limitedWords(actuator.type, limit)}</p>}
        {!settings.isCommanded && <p className="text-ink-soft">{notCommandedWords(mayEdit, isOffline)}</p>}
      </div>
      {mayEdit && !isOpen && (
        <Button aria-label={`${title} 고치기`} onClick={onOpen} className="shrink-0">
          고치기
        </Button>
      )}
    </div>
  );
}

function limitWords({ settings: { isCommanded, maxRunSec, maxDailySec }, ranTodaySec }: ActuatorNow): string {
  const ran = ranTodaySec === null ? '' : `오늘 ${minutesPhrase(ranTodaySec / 60)}`;
  return [
    isCommanded ? '제어 허용' : '제어 안 함',
    `한 번 최대 ${secondsPhrase(maxRunSec)}`,
    maxDailySec === null ? '' : [`하루 최대 ${secondsPhrase(maxDailySec)}`, ran].filter(Boolean).join(' 중 '),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Why an uncontrolled actuator cannot be operated, and what the reader can do. */
function notCommandedWords(mayEdit: boolean, isOffline: boolean): string {
  const why = '상태만 볼 수 있고, 서버가 움직이지 않는 장비입니다.';
  if (isOffline) return why;
  return mayEdit
    ? `${why} 고치기에서 제어를 허용할 수 있습니다.`
    : `${why} 농장주가 이 화면에서 제어를 허용할 수 있습니다.`;
}
