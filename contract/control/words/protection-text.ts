import type { ActuatorTypeName } from '../../series/sensor-types.ts';
import { withParticle } from '../../time/with-particle.ts';
import { actuatorRows } from '../actuator.ts';
import type { Protections } from '../protection/protection-calls.ts';
import { figurePhrase, minutesPhrase, secondsPhrase } from './phrases-text.ts';

type Interlock = Protections['interlocks'][number];
type Guard = Protections['guards'][number];

const isMotor = (type: ActuatorTypeName) => actuatorRows[type].kind === 'position';

/** What an interlock does to an actuator of a type while it is active: '30 %까지만 엶 · 풀린 뒤 10분 더'. */
export function interlockEffect(
  { kind, limitPct, holdSec }: Pick<Interlock, 'kind' | 'limitPct' | 'holdSec'>,
  type: ActuatorTypeName,
): string {
  const longer = holdSec > 0 ? ` · 그친 뒤 ${minutesPhrase(holdSec / 60)} 더` : '';
  return effectOf(kind, limitPct, type) + longer;
}

function effectOf(kind: Interlock['kind'], limitPct: number, type: ActuatorTypeName): string {
  if (kind === 'trip') return '멈추고, 사람이 확인할 때까지 켜지 않음';
  if (kind === 'limit' && limitPct > 0) return `${limitPct} %까지만 엶`;
  return isMotor(type) ? '닫음' : '켜지 않음';
}

/** What a controller does by itself: '온도가 2 ℃ 아래로 1분 이어지면 켬 · 3 ℃ 위로 오르면 놓음'. */
export function guardSentence(guard: Guard, type: ActuatorTypeName): string {
  const { sensor, unit, op, value, hysteresis, forSec, levelPct } = guard;
  const lasting = `${secondsPhrase(forSec)} 이어지면`;
  // Only a detector has no unit: what it tells is rain or none.
  if (unit === '') return `${withParticle(sensor, '이')} 비를 알려 ${lasting} ${actOf(levelPct, type)} · 그치면 놓음`;
  const [beyond, back] = op === 'below' ? ['아래로', '위로 오르면'] : ['위로', '아래로 내리면'];
  const released = op === 'below' ? value + hysteresis : value - hysteresis;
  const figure = (amount: number) => `${figurePhrase(amount)} ${unit}`;
  return (
    `${withParticle(sensor, '이')} ${figure(value)} ${beyond} ${lasting} ${actOf(levelPct, type)} · ` +
    `${figure(released)} ${back} 놓음`
  );
}

function actOf(levelPct: number, type: ActuatorTypeName): string {
  if (!isMotor(type)) return levelPct > 0 ? '켬' : '끔';
  if (levelPct === 0) return '닫음';
  return levelPct === 100 ? '모두 엶' : `${levelPct} % 엶`;
}
