import ChevronDown from 'lucide-react/icons/chevron-down';
import { actuatorRows } from '#contract/control/actuator.ts';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { figurePhrase, listPhrase, minutesPhrase, secondsPhrase } from '#contract/control/words/phrases-text.ts';
import { guardSentence } from '#contract/control/words/protection-text.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { type ActuatorNow, faultWords } from '../control-words.tsx';
import { forceWords, linkLostWords, placeWords } from './actuator-words.tsx';
import { InterlockList } from './interlock-list.tsx';

type ActuatorFactsProps = {
  actuator: ActuatorNow;
  /** Undefined while they load. */
  protections: Protections | undefined;
  /** Name of another actuator of the farm. */
  nameOf: (channel: number) => string;
  /** The user is the owner, and the server can be reached. */
  mayOwn: boolean;
};

/** The limits of an actuator, what it is interlocked with, and what its controller does by itself. */
export function ActuatorFacts({ actuator, protections, nameOf, mayOwn }: ActuatorFactsProps) {
  const { settings } = actuator;
  const meter = protections?.meters.find(({ channel }) => channel === settings.flowChannel)?.name;
  const counted = protections ? countWords(actuator, protections) : '';
  return (
    <details className="group">
      <summary className="flex min-h-touch cursor-pointer list-none items-center justify-between gap-3 font-medium">
        <span>한도{counted}</span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4">
        <FactList facts={factsOf(actuator, { nameOf, meter })} />
        {protections && <InterlockList actuator={actuator} interlocks={protections.interlocks} mayOwn={mayOwn} />}
        {protections && <Guards actuator={actuator} guards={protections.guards} />}
      </div>
    </details>
  );
}

/** How much protects it: ', 인터록 5, 제어기 보호 3'; what may be moved and has no interlock says so. */
function countWords({ channel, settings }: ActuatorNow, { interlocks, guards }: Protections): string {
  const held = interlocks.filter(({ subject }) => subject.includes(channel)).length;
  const guarded = guards.filter(({ actuator }) => actuator === channel).length;
  const interlocked = held > 0 ? `, 인터록 ${held}` : settings.isCommanded ? ', 인터록 없음' : '';
  return `${interlocked}${guarded > 0 ? `, 제어기 보호 ${guarded}` : ''}`;
}

type Named = { nameOf: (channel: number) => string; meter: string | undefined };

function factsOf({ type, settings, ranTodaySec }: ActuatorNow, { nameOf, meter }: Named) {
  const { nominalLpm, areaM2, upstream, leadSec, onLinkLost } = settings;
  const isMotor = actuatorRows[type].kind === 'position';
  const water = listed(
    meter ?? '',
    nominalLpm === null ? '' : `정상 유량 ${figurePhrase(nominalLpm)} L/분`,
    areaM2 === null ? '' : `관수 면적 ${figurePhrase(areaM2)} m²`,
  );
  const along = upstream.length === 0 ? '' : `${listPhrase(upstream.map(nameOf))}, ${secondsPhrase(leadSec)} 시차`;
  return [
    ...(isMotor ? motorFacts(settings) : runFacts(settings, ranTodaySec)),
    { label: '자리', value: placeWords(settings) },
    { label: '물', value: water },
    { label: '함께 켬', value: along },
    { label: '연결이 끊기면', value: linkLostWords(type, onLinkLost) },
  ].filter(({ value }) => value !== '');
}

const listed = (...parts: readonly string[]) => parts.filter(Boolean).join(' · ');

type Settings = ActuatorNow['settings'];

function runFacts({ minOnSec, minOffSec, maxRunSec, maxDailySec, maxStartsPerHour }: Settings, ranSec: number | null) {
  const ran = ranSec === null ? '' : `오늘 ${minutesPhrase(ranSec / 60)} 켜짐`;
  const left =
    ranSec === null || maxDailySec === null ? '' : `${minutesPhrase(Math.max(0, maxDailySec - ranSec) / 60)} 남음`;
  return [
    { label: '한 번 최대', value: secondsPhrase(maxRunSec) },
    { label: '하루 최대', value: listed(maxDailySec === null ? '없음' : secondsPhrase(maxDailySec), ran, left) },
    { label: '최소', value: `켜면 ${secondsPhrase(minOnSec)}, 끄면 ${secondsPhrase(minOffSec)} 그대로 둠` },
    { label: '켜는 횟수', value: `한 시간에 ${maxStartsPerHour}번까지` },
  ];
}

function motorFacts({ travelOpenSec, travelCloseSec, stepPct, deadbandPct, holdSec }: Settings) {
  const travels = listed(
    travelOpenSec === null ? '' : `열기 ${secondsPhrase(travelOpenSec)}`,
    travelCloseSec === null ? '' : `닫기 ${secondsPhrase(travelCloseSec)}`,
  );
  const step = stepPct === 100 ? '끝에서 끝까지' : `${stepPct} %씩`;
  return [
    { label: '여닫는 시간', value: travels },
    { label: '움직임', value: `${step}, ${deadbandPct} %보다 작은 차이는 그대로 둠` },
    { label: '다음 움직임', value: `${secondsPhrase(holdSec)} 뒤부터` },
  ];
}

/** What its controller does by itself, and whether it has confirmed that. */
function Guards({ actuator, guards }: { actuator: ActuatorNow; guards: Protections['guards'] }) {
  const own = guards.filter((guard) => guard.actuator === actuator.channel);
  const missing = missingGuard(actuator, own);
  const fault = faultWords(actuator);
  if (own.length === 0 && missing === undefined) return null;
  return (
    <section aria-label={`${actuator.name} 제어기 보호`} className="flex flex-col gap-1.5">
      <h3 className="font-semibold">제어기가 스스로 지키는 것</h3>
      <p className="text-age text-ink-soft">
        서버나 인터넷이 끊겨도 합니다. {own.length > 0 && `${forceWords(own, fault)} 먼저 적힌 것이 먼저입니다.`}
      </p>
      <ol className="flex flex-col gap-1">
        {own.map((guard) => (
          <li key={`${guard.sensor} ${guard.op} ${guard.value} ${guard.levelPct}`}>
            {guardSentence(guard, actuator.type)}
          </li>
        ))}
      </ol>
      {missing !== undefined && <p className="text-warn-ink">{missing}</p>}
    </section>
  );
}

/** Warns of a heater without a frost guard in its controller, and of a vent without one against wind. */
function missingGuard({ type, settings }: ActuatorNow, guards: Protections['guards']): string | undefined {
  if (!settings.isCommanded) return undefined;
  if (type === 'HEATER' && !guards.some(({ levelPct }) => levelPct > 0)) {
    return '제어기에 온도 센서가 없어, 연결이 끊기면 서리방지가 되지 않습니다. 기계식 온도조절기를 함께 쓰세요.';
  }
  if (type === 'VENT' && !guards.some(({ unit }) => unit === 'm/s')) {
    return '제어기에 풍속 센서가 없어, 연결이 끊기면 바람에 닫지 못합니다.';
  }
  return undefined;
}
