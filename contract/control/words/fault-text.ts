import { withParticle } from '../../time/with-particle.ts';
import type { ActuatorFault } from '../control-calls.ts';

/** Faults that the reference controller and its drivers tell of: what is wrong, and where to look. */
const faultSentences: ReadonlyMap<string, string> = new Map([
  ['DRY', '펌프가 도는데 물이 흐르지 않아 제어기가 멈췄습니다. 물탱크와 필터, 밸브를 봐 주세요.'],
  ['ERROR', '장비가 고장을 알립니다. 장비를 봐 주세요.'],
  ['VOLTAGE_ERROR', '장비의 전압이 맞지 않습니다. 전원을 봐 주세요.'],
  ['CURRENT_ERROR', '장비의 전류가 맞지 않습니다. 모터와 배선을 봐 주세요.'],
  ['TEMPERATURE_ERROR', '장비의 온도가 맞지 않습니다. 장비를 봐 주세요.'],
  ['FUSE_ERROR', '장비의 퓨즈가 끊겼습니다. 퓨즈를 봐 주세요.'],
  ['NOT_CARRIED_OUT', '장비가 시킨 대로 움직이지 않습니다. 장비와 배선을 봐 주세요.'],
  ['NODE_LOST', '제어기가 이 장비의 노드와 연결되지 않습니다. 노드의 전원과 통신선을 봐 주세요.'],
  ['NOT_ATTACHED', '제어기에 적힌 자리에 이 장비가 없습니다. 제어기 설정과 배선을 봐 주세요.'],
]);

/** What the controller of an actuator says is wrong; a fault that only its maker knows is told by the maker's word. */
export function faultSentence({ code, sensor }: ActuatorFault): string {
  if (sensor !== null) {
    return `제어기가 ${withParticle(sensor, '을')} 읽지 못해 그것으로 지키는 것은 쉽니다. 센서를 봐 주세요.`;
  }
  return faultSentences.get(code) ?? `장비가 고장을 알립니다 (${code}). 장비를 봐 주세요.`;
}
