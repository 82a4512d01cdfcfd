import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { aSharedFarm, type Example } from './examples.ts';

const base = defaultHeatSettings;
const band = { from: '22:00', to: '02:00', targetC: 12 };

/** Examples of growth targets and heat settings; a new farm has the defaults. */
export const heatExamples = {
  climate: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  growthTargets: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'first' }, field: 'id' }],
  },
  getHeat: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'first' }, field: 'id' }],
  },
  updateHeat: {
    input: async (world) => ({
      params: { id: await aSharedFarm(world) },
      body: { ...base, enabled: true, nightTargetC: 10, bands: [band], base },
    }),

    bad: [
      { body: { enabled: 'on' }, field: 'enabled' },
      { body: { nightTargetC: 3 }, field: 'nightTargetC' },
      { body: { dayTargetC: 9.9 }, field: 'dayTargetC' },
      { body: { frostGuardC: -1 }, field: 'frostGuardC' },
      { body: { hysteresisC: 0 }, field: 'hysteresisC' },
      { body: { bands: [{ ...band, to: '25:00' }] }, field: 'bands.0.to' },
      { body: { bands: [band, { ...band, from: '01:30', to: '03:00' }] }, field: 'bands.1.from' },
      { body: { bands: [{ ...band, targetC: 2 }] }, field: 'bands.0.targetC' },
      // A new farm has no crop.
      { body: { mode: 'calendar' }, field: 'mode' },
      { body: { base: null }, field: 'base' },
    ],
  },
} satisfies Record<string, Example>;
