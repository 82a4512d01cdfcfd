/** Messages about rules and equipment settings that are more specific than the general one of the schema. */
export const controlProblems = {
  name: '이름을 입력해 주세요.',
  reason: '이유를 적어 주세요.',
  alwaysOn: '사람과 장비를 지키는 인터록이라 끌 수 없습니다.',
  noSuchFigure: '이 인터록에는 정할 값이 없습니다.',
  onlyStricter: (least: number, most: number, unit: string) =>
    `${least}에서 ${most} ${unit} 사이로 정해 주세요. 처음보다 느슨하게 할 수는 없습니다.`,
  stillRuns: '지금 움직이고 있습니다. 먼저 멈춘 뒤에 제어를 끄세요.',
  onlyMotor: '누르는 동안 움직이는 것은 창과 커튼뿐입니다.',
  anyMeter: '이 농장의 유량계 가운데에서 골라 주세요.',
  interlocked: (name: string) => `지금은 움직일 수 없습니다: ${name}`,
  lockedByOther: (by: string) => `${by} 님이 건 정비 잠금입니다. 그 사람이나 농장주만 풀 수 있습니다.`,
  noWay: '이 농장의 장비와 이어진 제어기가 없어 제어를 허용할 수 없습니다.',
  reservedCode: (code: string) =>
    `이 장치에 코드가 ${code}인 센서가 있어 제어할 수 없습니다. 그 센서의 코드를 먼저 바꿔 주세요.`,
  oneFarm: '다음에 움직이는 순서는 농장 하나를 골라야 볼 수 있습니다.',
  nameTaken: '이 농장에 이름이 같은 규칙이 있습니다.',
  dayTime: '시각을 06:30, 또는 해 뜨고 30분 뒤(sunrise+30)처럼 입력해 주세요.',
  date: '날짜를 2026-11-21처럼 입력해 주세요.',
  days: '요일을 하나 이상 골라 주세요.',
  emptyWindow: '끝나는 시각은 시작하는 시각과 달라야 합니다.',
  windows: '시간대를 하나 이상 넣어 주세요.',
  validTo: '시작일보다 빠를 수 없습니다.',
  sensors: '센서를 하나 이상, 서로 다르게 골라 주세요.',
  mixedSensors: '한 가지 종류의 센서만 고를 수 있습니다.',
  noOwnStation: '이 농장에 이어진 농장 기상대가 없습니다.',
  anySensor: '이 농장의 센서 가운데에서 골라 주세요.',
  actuators: '장비를 하나 이상, 서로 다르게 골라 주세요.',
  actions: '할 일을 하나 이상 넣어 주세요.',
  conditions: '조건을 하나 이상 넣어 주세요.',
  tooManyConditions: '조건은 12개까지 넣을 수 있습니다.',
  targetValue: '목표를 -20에서 100 사이의 숫자로 입력해 주세요.',
  targets: '목표를 하나 이상 넣어 주세요.',
  starts: '시작 시각을 하나 이상 넣어 주세요.',
  sameStart: '같은 시작 시각이 있습니다.',
  steps: '관수할 구역을 하나 이상 골라 주세요.',
  sameValve: '이미 고른 밸브입니다.',
  budgetStep: '5 %씩 정할 수 있습니다.',
  anchor: '며칠마다 줄지 세기 시작할 날을 정해 주세요.',
  daysOrEvery: '요일과 며칠마다 가운데 하나만 정할 수 있습니다.',
  toPct: '시작점보다 2 % 이상 높아야 합니다.',
  dailyMax: '하루 최대를 정해 주세요.',
  dosesOverDay: '한 번 양에 횟수를 곱하면 하루 최대를 넘습니다.',
  value2: '앞의 값보다 커야 합니다.',
  calendarIsAir: '생육 달력은 온도 목표에만 쓸 수 있습니다.',
  minPct: '최대 개도보다 작아야 합니다.',
  actionEnd: '끝나는 시간을 정해 주세요.',
  sameTime: '같은 장비를 같은 때에 두 번 움직일 수 없습니다.',
  endsItself: '자기 동작으로 조건이 바뀝니다.',
  vents: '창을 고르거나, 창이 없다고 표시해 주세요.',
  ventsToAir: '환기할 창을 골라 주세요.',
  supplies: '공급 장치를 골라 주세요.',
  lowPpm: '밝을 때 목표보다 높을 수 없습니다.',
  lightTo: '흐림 기준보다 커야 합니다.',
  dark: '해가 있는 시간을 골라 주세요.',
  travel: '여는 시간과 닫는 시간을 재서 넣어 주세요.',
  runBelowMinimum: '최소 가동보다 짧을 수 없습니다.',
  onlyHeater: '난방기에만 정할 수 있습니다.',
  onlyValve: '관수 밸브에만 정할 수 있습니다.',
  notCommanded: '제어를 허용하지 않은 장비입니다.',
  upstreamNotCommanded: '함께 켤 펌프나 주 밸브의 제어를 먼저 허용해 주세요.',
  followsValves: '밸브를 따라 켜지므로 고를 수 없습니다.',
  heatIsElsewhere: '난방은 난방 설정에서 정합니다.',
  heaterEnd: '난방기는 1시간 안에 끝나는 시간을 정해 주세요.',
  mixedTypes: '한 가지 종류의 장비만 고를 수 있습니다.',
  nominal: '정상 유량을 먼저 정해 주세요.',
  area: '관수 면적을 먼저 정해 주세요.',
  calendarNeeded: '생육 달력이 있는 작물이 필요합니다.',
  season: '이 작물의 생육 달력에 없는 생육 단계입니다.',
  startsTooClose: '앞 관수가 끝나기 전입니다.',
  belowMinimum: '장비의 최소 가동보다 짧을 수 없습니다.',
  range: ([least, most]: readonly [number, number]) => `${least}에서 ${most} 사이로 입력해 주세요.`,
  anyActuator: '이 농장의 장비 가운데에서 골라 주세요.',
  otherType: (label: string) => `이 농장의 ${label} 가운데에서 골라 주세요.`,
  overMaximum: (minutes: number) => `한 번 최대 가동 ${minutes}분을 넘습니다.`,
  tooShort: (minutes: number) => `한 번에 ${minutes}분 이상이어야 합니다.`,
} as const;

/** `place` is the position of the other window in the list, counted from 1. */
export function overlapsWindow(place: number): string {
  return `${place}번 시간대와 겹칩니다.`;
}

/** Units of the figures of interlocks. */
export const interlockUnits = { '%': '%', ppm: 'ppm', 'm/s': 'm/s', '℃': '℃', s: '초', 'L/min': 'L/분' } as const;

/** Answers to manual commands. */
export const controlDone = {
  asked: '장비에 보냈습니다.',
  heldOn: '누르는 동안 움직입니다.',
  heldStill: '그 자리에 멈추게 했습니다.',
  released: '규칙에 맡겼습니다.',
  stopped: '모두 멈추게 했습니다.',
  goesOn: '정지를 풀었습니다.',
  peopleInside: '사람이 있는 동안 탄산가스를 공급하지 않습니다.',
  locked: '정비 잠금을 걸었습니다. 전원도 내려 주세요.',
  unlocked: '정비 잠금을 풀었습니다.',
  cleared: '확인했습니다.',
  saved: '저장했습니다.',
} as const;

/** Reason shown while CO2 supplies are locked because people are inside. */
export const PEOPLE_INSIDE = '사람 있음';
