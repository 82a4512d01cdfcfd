import { randomUUID } from 'node:crypto';
import { seoulDate } from '#contract/time/time.ts';
import { addInspection } from '#server/inspection/commands.ts';
import { aDevice } from '../support/store/store.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NOWHERE = 999_999;

const fields = {
  title: '온도가 끊김',
  detail: '어제 저녁부터 값이 없음',
  dueOn: '2026-11-30',
  assignee: 'writer',
  checks: { power: { answer: 'wrong' as const, remark: '표시등이 꺼짐' } },
  note: '',
};

/** An inspection of a thermometer on a shared farm. */
async function anInspection(world: World): Promise<{ id: string }> {
  const farmIndex = await aSharedFarm(world);
  const { channels } = await aDevice(world.server.store, farmIndex);
  return { id: await anInspectionOn(world, farmIndex, channels.get('temperature') ?? null) };
}

/** An inspection on a farm, of one of its sensors or of none; returns its id. */
export async function anInspectionOn(
  { server: { store } }: Pick<World, 'server'>,
  farmIndex: number,
  sensorIndex: number | null = null,
): Promise<string> {
  const id = randomUUID();
  const body = { ...fields, assignee: null, id, farmIndex, sensorIndex, deviceIndex: null, evidence: null };
  const by = { userId: 1, at: Date.now() };
  await store.db.transaction().execute((trx) => addInspection(trx, { ...body, kind: 'airSensor' }, by));
  return id;
}

const bad = [
  { body: { title: ' ' }, field: 'title' },
  { body: { dueOn: '2026-02-30' }, field: 'dueOn' },
  { body: { assignee: 'stranger' }, field: 'assignee' },
  { body: { checks: { wings: { answer: 'fine', remark: '' } } }, field: 'checks.wings' },
  { body: { checks: { fuel: { answer: 'fine', remark: '' } } }, field: 'checks.fuel' },
  { body: { checks: { power: { answer: 'perhaps', remark: '' } } }, field: 'checks.power.answer' },
];

/** Examples of inspections. */
export const inspectionExamples = {
  manageInspections: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId, state: 'open', kind: 'airSensor', sort: '-dueOn' } }),
    bad: [
      { query: { sort: 'mood' }, field: 'sort' },
      { query: { state: 'lost' }, field: 'state' },
    ],
  },
  inspectionChoices: {
    input: ({ farmId }) => ({ params: { id: farmId } }),
    missing: () => ({ params: { id: NOWHERE } }),
    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  getInspection: {
    input: async (world) => ({ params: await anInspection(world) }),
    missing: () => ({ params: { id: NOBODY } }),
    bad: [{ params: { id: '17' }, field: 'id' }],
  },
  createInspection: {
    input: async (world) => {
      const farmIndex = await aSharedFarm(world);
      const { channels } = await aDevice(world.server.store, farmIndex);
      const sensorIndex = channels.get('temperature') ?? NOWHERE;
      return { body: { ...fields, id: randomUUID(), farmIndex, kind: 'airSensor', sensorIndex } };
    },
    missing: (input) => ({ body: { ...Object(input.body), farmIndex: NOWHERE } }),
    bad: [...bad, { body: { id: 'first' }, field: 'id' }, { body: { kind: 'dragon' }, field: 'kind' }],
  },
  updateInspection: {
    input: async (world) => {
      const base = { ...fields, assignee: null };
      return { params: await anInspection(world), body: { ...base, note: '전선을 갈았음', base } };
    },
    missing: (input) => ({ ...input, params: { id: NOBODY } }),
    bad: [...bad, { body: { base: null }, field: 'base' }],
  },
  stepInspection: {
    input: async (world) => ({
      params: await anInspection(world),
      body: { state: 'inProgress', seen: { state: 'received' } },
    }),
    missing: (input) => ({ ...input, params: { id: NOBODY } }),
    bad: [
      { body: { state: 'done' }, field: 'state' },
      { body: { state: 'onHold' }, field: 'reason' },
      { body: { state: 'asleep' }, field: 'state' },
    ],
  },
  calibrateInInspection: {
    input: async (world) => ({
      params: await anInspection(world),
      body: { sinceOn: seoulDate(Date.now()), correction: -0.4, referenceValue: 12.1, shownValue: 12.5 },
    }),
    missing: (input) => ({ ...input, params: { id: NOBODY } }),
    bad: [
      { body: { sinceOn: '2999-01-01' }, field: 'sinceOn' },
      { body: { correction: 0.123456 }, field: 'correction' },
      { body: { referenceValue: '12' }, field: 'referenceValue' },
    ],
  },
  deleteInspection: {
    input: async (world) => ({ params: await anInspection(world), body: { confirmName: fields.title } }),
    missing: (input) => ({ ...input, params: { id: NOBODY } }),
    bad: [{ body: { confirmName: '다른 이름' }, field: 'confirmName' }],
  },
} satisfies Record<string, Example>;
