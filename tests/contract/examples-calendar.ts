import { noCalendarEdit, noOwnTargets } from '#contract/growth-calendar/calendar-edit.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';
import { aCropOn } from './examples-crop.ts';

const item = { itemCode: 'CRO001' };

/** A crop on a farm of the owner, by its id. */
const aCrop = async (world: World) => ({ id: await aCropOn(world, await aSharedFarm(world)) });

const badValues = [
  { body: { row: 'cold' }, field: 'row' },
  { body: { row: 99 }, field: 'row' },
  // 한라봉 is ventilated at 22 ℃ in early March.
  { body: { row: 30 }, field: 'row' },
  { body: { high: { min: 20, max: 18 } }, field: 'high' },
  { body: { watering: 0 }, field: 'watering' },
  { body: { wateringInterval: 61 }, field: 'wateringInterval' },
  { body: { reason: 'x'.repeat(201) }, field: 'reason' },
  { body: { base: null }, field: 'base' },
];

/** Examples of growth calendars, common ones and those of farms. */
export const calendarExamples = {
  growthCalendar: {
    input: () => ({ params: item }),
    bad: [{ params: { itemCode: 'cro%' }, field: 'itemCode' }],
  },
  updateGrowthCalendar: {
    input: () => ({
      params: { ...item, period: 6 },
      body: { ...noCalendarEdit, row: 6, season: '발아기', reason: '실증 결과', base: noCalendarEdit },
    }),
    as: 'administrator',
    bad: [
      ...badValues,
      { body: { season: '' }, field: 'season' },
      { params: { ...item, period: 36 }, field: 'period' },
    ],
  },
  resetGrowthCalendar: {
    input: () => ({ params: item, body: { reason: '기본값으로' } }),
    as: 'administrator',
    bad: [{ body: { reason: 7 }, field: 'reason' }],
  },
  growthCalendarChanges: {
    input: () => ({ params: item }),
    as: 'administrator',
    bad: [{ params: { itemCode: 'cro%' }, field: 'itemCode' }],
  },
  farmCalendars: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'first' }, field: 'id' }],
  },
  updateFarmCalendar: {
    input: async (world) => ({
      params: { ...(await aCrop(world)), period: 6 },
      body: { ...noOwnTargets, row: 7, reason: '우리 밭은 춥습니다', base: noOwnTargets },
    }),

    bad: badValues,
  },
  resetFarmCalendar: {
    input: async (world) => ({ params: await aCrop(world), body: {} }),

    bad: [{ body: { reason: 7 }, field: 'reason' }],
  },
  farmCalendarChanges: {
    input: async (world) => ({ params: await aCrop(world) }),

    bad: [{ params: { id: 'x'.repeat(41) }, field: 'id' }],
  },
  cropYear: {
    input: async (world) => ({ params: await aCrop(world), query: { year: 2026 } }),

    bad: [{ query: { year: '26' }, field: 'year' }],
  },
  cropSeason: {
    input: async (world) => ({ params: await aCrop(world) }),

    bad: [{ params: { id: 'x'.repeat(41) }, field: 'id' }],
  },
} satisfies Record<string, Example>;
