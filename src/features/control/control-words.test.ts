import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import {
  earlierWords,
  faultWords,
  holderWords,
  isRunning,
  knownAt,
  nextWaterWords,
  notStoppedWords,
  runWords,
  stateAgeWords,
  stateWords,
  stopWords,
} from './control-words.tsx';

const heardAt = Date.UTC(2026, 10, 21, 5);
const stateAt = new Date(heardAt).toISOString();
const still = { isMoving: false, isEstimated: false, endsAt: null } as const;
const heater = { type: 'HEATER', levelPct: 100, lastPct: 100, stateAt, ...still } as const;

it('says of equipment how it stands as long as that is young enough to be now', () => {
  const now = heardAt + 59 * MINUTE_MS;
  expect(stateWords(knownAt(heater, now))).toBe('켜짐');
  expect(isRunning(knownAt(heater, now))).toBe(true);
});

it('claims nothing for now from a copy of hours ago, and says what was heard last', () => {
  const now = heardAt + 3 * HOUR_MS;
  const actuator = knownAt(heater, now);
  expect(stateWords(actuator)).toBe('상태 모름');
  expect(isRunning(actuator)).toBe(false);
  expect(stateAgeWords(actuator, now)).toBe('마지막으로 들어온 상태: 켜짐 (3시간 전)');
});

it('names what goes on although everything is to stop, and where the stop cannot reach it', () => {
  const settings = { isCommanded: true };
  const on = { ...heater, name: '난방기', areaName: '1동', isReachable: true, settings };
  const away = { ...on, name: '관수 밸브', areaName: '3동', type: 'WATER', isReachable: false } as const;
  const vent = { ...on, name: '측창', type: 'VENT' } as const;
  expect(notStoppedWords([on])).toBe('아직 멈추지 않은 장비: 1동 난방기.');
  expect(notStoppedWords([on, away])).toBe(
    '아직 멈추지 않은 장비: 1동 난방기, 3동 관수 밸브 (제어기 연결 끊김). 연결되면 멈춥니다. 급하면 현장 스위치를 쓰세요.',
  );
  // It was on when its controller was heard last.
  expect(notStoppedWords([knownAt(away, heardAt + 3 * HOUR_MS)])).toContain('3동 관수 밸브');
  expect(notStoppedWords([{ ...on, levelPct: 0 }, { ...away, settings: { isCommanded: false } }, vent])).toBe('');
  expect(notStoppedWords([{ ...vent, isMoving: true }])).toContain('1동 측창');
});

it('tells of a stop known from a copy what was true when the copy was received', () => {
  const stop = { by: '강순이', endsAt: new Date(heardAt + 30 * MINUTE_MS).toISOString() };
  const now = heardAt + 20 * MINUTE_MS;
  expect(stopWords(stop, now)).toBe('모두 정지 중입니다. 14:30까지 10분 남았습니다 (강순이 님).');
  expect(stopWords(stop, now, heardAt)).toBe(
    '14:00에는 모두 정지 중이었습니다. 따로 풀지 않았으면 14:30에 끝납니다 (강순이 님).',
  );
});

it('says since when equipment runs only as far as it was seen to begin', () => {
  const run = { since: stateAt, isSinceSeen: true, endsAt: null, givenLitres: null, override: null };
  expect(runWords(run, heardAt + 12 * MINUTE_MS)).toBe('14:00부터 12분째');
  expect(runWords(run, heardAt + 24 * HOUR_MS)).toBe('11월 21일 (토) 14:00부터 1일째');
  expect(runWords({ ...run, isSinceSeen: false }, heardAt + 12 * MINUTE_MS)).toBe('14:00 이전부터 (언제부터인지 모름)');
});

it('says since when a trip holds equipment, that it stands against the next watering, and nothing of it once cleared', () => {
  const last = { at: heardAt, rule: null, actuator: 1, layer: 'trip', outcome: 'blocked', reason: 'TRIPPED' } as const;
  const trip = { by: 'UNPROVED', at: stateAt };
  const next = { at: stateAt, ruleName: '아침 관수', family: 'water-time' };
  const held = {
    lockOut: null,
    override: null,
    last: { ...last, figures: [], by: null },
    ruleName: null,
    name: '밸브',
    source: null,
  };
  expect(holderWords({ ...held, trip }, heardAt)).toMatch(/^14:00 차단됨: /);
  expect(nextWaterWords({ next, trip, lockOut: null }, heardAt - HOUR_MS)).toMatch(/그 전에 풀려 있어야 줍니다\.$/);
  expect(holderWords({ ...held, trip: null }, heardAt)).toBe('방금 풀렸습니다. 곧 다시 판단합니다.');
  expect(nextWaterWords({ next, trip: null, lockOut: null }, heardAt - HOUR_MS)).not.toContain('풀려');
});

it('says why equipment does otherwise than the hand that holds it', () => {
  const override = { levelPct: 0, setAt: stateAt, endsAt: new Date(heardAt + 2 * HOUR_MS).toISOString(), by: '김농부' };
  const none = { lockOut: null, trip: null, ruleName: null, source: null };
  const held = { ...none, override: { ...override, litres: null }, name: '난방기' };
  const hand = '직접 조작: 김농부 님, 16:00까지';
  const at = heardAt + 10 * MINUTE_MS;
  const frost = { at, rule: null, actuator: 1, layer: 'frost', outcome: 'started', reason: 'FROST', by: null } as const;
  const figures = [{ name: 'temperature', value: 1.5, limit: 2, at: null }] as const;
  const last = { ...frost, figures: [...figures] };
  expect(holderWords({ ...held, last: null }, at)).toBe(hand);
  expect(holderWords({ ...held, last }, at)).toBe(`14:10 난방기 켬 · 서리방지: 온도 1.5 ℃, 최저 2 ℃. ${hand}`);
  // What was so before the hand, and what the hand did itself.
  expect(holderWords({ ...held, last: { ...last, at: heardAt - 1 } }, at)).toBe(hand);
  expect(holderWords({ ...held, last: { ...last, layer: 'override' } }, at)).toBe(hand);
});

it('says who moves equipment on the spot, before what the server has decided', () => {
  const free = { lockOut: null, trip: null, override: null, last: null, ruleName: null, name: '측창' };
  const none = '지금 이 장비를 움직이려는 규칙이 없습니다.';
  expect(holderWords({ ...free, source: 'command' }, heardAt)).toBe(none);
  expect(holderWords({ ...free, source: 'local' }, heardAt)).toBe(
    `현장에서 손으로 조작 중이라 서버가 움직이지 않습니다. ${none}`,
  );
  expect(holderWords({ ...free, source: 'guard' }, heardAt)).toBe(`제어기가 현장 보호로 움직이는 중입니다. ${none}`);
  const kept = { at: heardAt, rule: null, actuator: 1, layer: 'rest', outcome: 'kept', reason: 'GUARDED' } as const;
  const last = { ...kept, figures: [], by: null };
  expect(holderWords({ ...free, last, source: 'guard' }, heardAt).match(/현장 보호/g)).toHaveLength(1);
});

it('marks a position that nothing has measured, and says nothing of it from an old copy', () => {
  const vent = { ...heater, type: 'VENT', levelPct: 35, isEstimated: true } as const;
  expect(stateWords(vent)).toBe('35 % 열림 (추정)');
  expect(stateWords({ ...vent, isMoving: true })).toBe('35 % 열림 (추정), 움직이는 중');
  expect(stateWords(knownAt(vent, heardAt + 3 * HOUR_MS))).toBe('상태 모름');
});

it('says what a controller tells of, by its name, and a fault of its maker by its word', () => {
  expect(faultWords({ fault: { code: 'FUSE_ERROR', sensor: null } })).toContain('퓨즈');
  expect(faultWords({ fault: { code: 'NODE_LOST', sensor: null } })).toContain('노드');
  expect(faultWords({ fault: { code: 'E42', sensor: null } })).toBe('장비가 고장을 알립니다 (E42). 장비를 봐 주세요.');
  const deaf = { code: 'GUARD_OFF', sensor: '1동 온도' };
  expect(faultWords({ fault: deaf })).toBe(
    '제어기가 1동 온도를 읽지 못해 그것으로 지키는 것은 쉽니다. 센서를 봐 주세요.',
  );
  expect(faultWords({ fault: null })).toBe('');
  expect(faultWords({})).toBe('');
  const old = knownAt({ ...heater, fault: deaf }, heardAt + 3 * HOUR_MS);
  expect(faultWords(old)).toBe('');
});

it('says how many moves are not listed: those of the range, or all since its first day where it was not read to its begin', () => {
  const begin = heardAt - 12 * HOUR_MS;
  const rows = Array.from({ length: 10 }, (_, at) => ({ at: heardAt - at * HOUR_MS }));
  const [third, last] = [rows[2], rows.at(-1)];
  if (!third || !last) throw new Error('no rows');
  expect(earlierWords({ rows, total: 10 }, third, begin)).toBe('이보다 앞의 7번은 판단 기록에 있습니다.');
  // The rest of its first day comes before the range.
  expect(earlierWords({ rows, total: 30 }, third, heardAt - 5.5 * HOUR_MS)).toBe(
    '이보다 앞의 3번은 판단 기록에 있습니다.',
  );
  expect(earlierWords({ rows, total: 30 }, third, begin)).toBe(
    '이보다 앞의 것은 11월 21일 (토)부터 모두 27번이고, 판단 기록에 있습니다.',
  );
  expect(earlierWords({ rows, total: 10 }, last, begin)).toBe('');
});
