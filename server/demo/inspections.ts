import { type Comparison, type Evidence, type NewInspection, tidyChecks } from '#contract/inspection/inspection.ts';
import type { InspectionState } from '#contract/inspection/inspection-names.ts';
import { addSeoulDays, DAY_MS, HOUR_MS, seoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { addInspection, noteCalibration, takeStep } from '../inspection/commands.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import { addCalibration } from '../sensor/commands.ts';
import type { DemoFarm, DemoUser } from './farms.ts';

type DemoInspection = Pick<NewInspection, 'kind' | 'title' | 'detail' | 'note' | 'checks'> & {
  /** Code of its sensor or actuator; undefined: the farm as a whole. */
  channel?: string;
  daysAgo: number;
  /** Days from the seeding to the due date. */
  dueInDays?: number;
  assignee?: DemoUser;
  /** Hours after creation, new state, reason. */
  steps: readonly (readonly [hours: number, to: InspectionState, reason: string])[];
  /** The comparison of its sensor with a reference, made when it was done. */
  compared?: Omit<Comparison, 'sinceOn'>;
  evidence?: Pick<Evidence, 'state' | 'rule' | 'value' | 'unit' | 'coverage'> & { hoursBefore: number };
};

/** Time of the first entry of a day: nobody writes at night. */
const OPENING_MS = 9 * HOUR_MS;

const fine = { answer: 'fine', remark: '' } as const;

/** Typical inspections of such farms: done, open, and waiting for a part. */
const ofFarm: Readonly<Record<string, readonly DemoInspection[]>> = {
  wimi: [
    {
      kind: 'heater',
      title: '가온 앞두고 1동 난방기 점검',
      detail: '첫 가온 전에 버너와 연통을 살핍니다.',
      note: '버너 노즐을 갈고 그을음을 털었습니다. 시운전에서 한 번에 불이 붙습니다.',
      channel: 'h1-heater',
      daysAgo: 24,
      dueInDays: -18,
      assignee: 'grower',
      checks: {
        fuel: fine,
        flame: { answer: 'wrong', remark: '두 번 만에 붙어 노즐을 갈았음' },
        chimney: fine,
        fan: fine,
        clean: fine,
        breaker: fine,
      },
      steps: [
        [24, 'inProgress', ''],
        [29, 'done', ''],
      ],
    },
    {
      kind: 'airSensor',
      title: '2동 내부 온도 기준 온도계와 비교',
      detail: '1동보다 늘 낮게 나온다고 해서 비교합니다.',
      note: '햇빛 가리개의 먼지를 닦고 유리 온도계와 나란히 한 시간 두었습니다.',
      channel: 'h2-temp',
      daysAgo: 12,
      assignee: 'grower',
      checks: { power: fine, shade: { answer: 'wrong', remark: '먼지가 두껍게 앉음' }, height: fine, reference: fine },
      compared: { correction: 0.3, referenceValue: 14.6, shownValue: 14.3 },
      steps: [
        [5, 'inProgress', ''],
        [27, 'done', ''],
      ],
    },
    {
      kind: 'curtain',
      title: '1동 보온커튼 끝이 덜 닫힘',
      detail: '북쪽 끝에 손바닥만 한 틈이 남아 새벽에 찬 바람이 듭니다.',
      note: '',
      channel: 'h1-curtain',
      daysAgo: 3,
      dueInDays: 4,
      assignee: 'grower',
      checks: { fullOpen: { answer: 'wrong', remark: '북쪽 끝 10 cm 남음' }, limit: fine, motor: fine },
      steps: [[7, 'inProgress', '']],
    },
    {
      kind: 'flowMeter',
      title: '2동 유량계 여과기 청소',
      detail: '관수량이 조금씩 줄어드는 듯합니다.',
      note: '여과기 망이 찢어져 새것을 주문했습니다.',
      channel: 'h2-flow',
      daysAgo: 9,
      dueInDays: -1,
      checks: { arrow: fine, strainer: { answer: 'wrong', remark: '망이 찢어짐' }, leak: fine },
      steps: [
        [24, 'inProgress', ''],
        [26, 'onHold', '여과기 망을 주문함, 다음 주 도착'],
      ],
    },
  ],
  gosan: [
    {
      kind: 'pumpValve',
      title: '관수 밸브 누수 점검',
      detail: '밸브 아래 흙이 늘 젖어 있습니다.',
      note: '패킹을 갈았습니다. 하루 지켜보니 새지 않습니다.',
      channel: 'h1-water',
      daysAgo: 17,
      assignee: 'grower',
      checks: { pressure: fine, leak: { answer: 'wrong', remark: '패킹이 닳음' }, valve: fine, manual: fine },
      evidence: { state: 'leaking', rule: 'leak', value: 3.2, unit: 'L/min', coverage: 1, hoursBefore: 2 },
      steps: [
        [3, 'inProgress', ''],
        [30, 'done', ''],
      ],
    },
  ],
};

/** Adds the inspections of a demonstration farm, with their history and calibrations. */
export async function inspect(
  { db, tileChanges }: Pick<Store, 'db' | 'tileChanges'>,
  farm: DemoFarm,
  {
    farmId,
    channels,
    users,
    now,
  }: {
    farmId: number;
    channels: ReadonlyMap<string, number>;
    users: Readonly<Record<DemoUser, number>>;
    now: number;
  },
): Promise<void> {
  const userId = users[farm.owner];
  await db.transaction().execute(async (trx) => {
    for (const [at, one] of (ofFarm[farm.code] ?? []).entries()) {
      const begun = startOfSeoulDay(now) - one.daysAgo * DAY_MS + OPENING_MS;
      const channelId = one.channel === undefined ? undefined : channels.get(one.channel);
      const id = demoInspectionId(farmId, at);
      await addInspection(trx, newOf(one, { id, farmId, channelId, begun, now }), { userId, at: begun });
      const ended = await takeSteps(trx, { farmId, id }, one, { userId, at: begun });
      if (!one.compared || channelId === undefined) continue;
      const compared = { ...one.compared, sinceOn: seoulDate(ended) };
      await addCalibration({ trx, tileChanges }, { farmId, channelId }, compared, { userId, at: ended });
      await noteCalibration(trx, { farmId, id }, compared, { userId, at: ended });
    }
  });
}

type Named = { id: string; farmId: number; channelId: number | undefined; begun: number; now: number };

function newOf(one: DemoInspection, { id, farmId, channelId, begun, now }: Named): NewInspection {
  const { kind, title, detail, note, checks, dueInDays, assignee = null } = one;
  const evidence = one.evidence && withTimes(one.evidence, begun);
  return {
    id,
    farmIndex: farmId,
    kind,
    deviceIndex: null,
    sensorIndex: channelId ?? null,
    title,
    detail,
    note,
    checks: tidyChecks(checks, kind),
    dueOn: dueInDays === undefined ? null : addSeoulDays(seoulDate(now), dueInDays),
    assignee,
    evidence: evidence ?? null,
  };
}

function withTimes({ hoursBefore, ...evidence }: NonNullable<DemoInspection['evidence']>, begun: number): Evidence {
  const since = begun - hoursBefore * HOUR_MS;
  return { ...evidence, since, readAt: new Date(begun).toISOString(), intervalMs: 60_000 };
}

/** Takes the steps of an inspection; returns the time of the last one. */
async function takeSteps(
  trx: Trx,
  of: { farmId: number; id: string },
  { steps }: DemoInspection,
  { userId, at }: Authorship,
): Promise<number> {
  let from: InspectionState = 'received';
  let last = at;
  for (const [hours, to, reason] of steps) {
    last = at + hours * HOUR_MS;
    await takeStep(trx, of, { from, to, reason }, { userId, at: last });
    from = to;
  }
  return last;
}

/** A fixed id, so that every installation has the same demonstration. */
function demoInspectionId(farmId: number, at: number): string {
  return `00000000-0000-4000-8001-${String(farmId * 100 + at).padStart(12, '0')}`;
}
