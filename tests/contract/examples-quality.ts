import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import { addExclusion } from '#server/quality/commands.ts';
import { aDevice } from '../support/store/store.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';

/** A thermometer of a shared farm. */
async function aThermometer(world: World): Promise<{ farmId: number; channelIndex: number }> {
  const farmId = await aSharedFarm(world);
  const device = await aDevice(world.server.store, farmId);
  return { farmId, channelIndex: device.channels.get('temperature') ?? 0 };
}

async function aSpan(world: World) {
  const { farmId, channelIndex } = await aThermometer(world);
  const now = Date.now();
  return { farmId, body: { channelIndex, from: now - HOUR_MS, to: now, reason: '물이 튀어 값이 틀림' } };
}

/** Examples of the quality of readings. */
export const qualityExamples = {
  quality: {
    input: ({ farmId }) => ({ params: { farmId } }),

    bad: [{ params: { farmId: 'x' }, field: 'farmId' }],
  },
  exclusions: {
    input: ({ farmId }) => ({ params: { farmId } }),

    bad: [{ params: { farmId: 'x' }, field: 'farmId' }],
  },
  exclude: {
    input: async (world) => ({ body: (await aSpan(world)).body }),

    bad: [
      { body: { channelIndex: '1' }, field: 'channelIndex' },
      { body: { from: 1.5 }, field: 'from' },
      { body: { from: 1, to: 2 }, field: 'from' },
      { body: { from: Date.now() + DAY_MS, to: null }, field: 'from' },
      { body: { to: 1 }, field: 'to' },
      { body: { reason: ' ' }, field: 'reason' },
    ],
  },
  liftExclusion: {
    input: async (world) => {
      const { farmId, body } = await aSpan(world);
      const by = { userId: world.ids.owner, at: body.to };
      const id = await world.server.store.db.transaction().execute((trx) => addExclusion(trx, farmId, body, by));
      return { params: { id } };
    },

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
} satisfies Record<string, Example>;
