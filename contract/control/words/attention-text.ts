/** What needs attention on control pages and is told by no log entry and no trip. */
export const controlMatters = {
  silent: (device: string) =>
    `${device}: 제어기에서 소식이 없습니다. 장비 상태를 몰라 새로 움직이지 않으니 전원과 통신을 봐 주세요.`,
  unproved: (thing: string, times: number) =>
    `${thing}: 움직였는지 확인되지 않았습니다${times > 1 ? ` (${times}번 이어서)` : ''}. 장비를 봐 주세요.`,
  faulty: (things: string, sentence: string) => `${things}: ${sentence}`,
  locked: (thing: string, by: string, reason: string) =>
    `${thing}: ${by} 님이 건 정비 잠금이 풀리지 않았습니다 (${reason}).`,
  interlockOff: (thing: string, name: string, by: string, reason: string) =>
    `${thing}: ${by} 님이 꺼 둔 인터록이 지키지 않습니다: ${name} (${reason}).`,
  flapping: (thing: string, withheld: number) =>
    `${thing}: 판단이 한 시간에 60번 넘게 바뀝니다 (적지 않은 판단 ${withheld}번). 기준과 편차, 센서를 봐 주세요.`,
  clock: '서버 시계가 제어기들의 시계와 30초 넘게 달라 아무것도 새로 켜지 않습니다. 서버의 시각을 맞춰 주세요.',
  undecided:
    '서버가 규칙을 판단하지 못하고 있습니다. 새로 켜지는 것은 없고, 켜져 있는 것은 정한 끝에 멈춥니다. 관리자에게 알려 주세요.',
  stopped: (by: string) => `${by} 님이 모두 정지했습니다. 풀거나 시간이 지날 때까지 서리방지도 쉽니다.`,
  tripped: (thing: string, sentence: string) => `${thing}: ${sentence}`,
} as const;
