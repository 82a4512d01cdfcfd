import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aCropOn, aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { addBuiltInItems } from '../item-code/commands.ts';
import { findCropSeason } from './crop-season.ts';

const NOW = startOfSeoulDate('2026-11-25');
const STEP = 10 * MINUTE_MS;
/** Degrees above which warmth counts, ℃. */
const BASE = 12.8;

/** A farm with a crop, and a thermometer and a sunlight sensor that measured one value on each of some days. */
async function aMeasuredFarm(
  store: Store,
  { name, itemCode, isLead = false }: { name: string; itemCode: string; isLead?: boolean },
  days: Readonly<Record<string, { air: number; sun: number }>>,
): Promise<number> {
  const farmId = await aFarm(store, { name });
  if (isLead) await store.db.updateTable('farm').set({ is_lead_farm: 1 }).where('farm_id', '=', farmId).execute();
  await aCropOn(store, { farmId, cropId: `crop of ${farmId}`, itemCode });
  const { known } = await aDevice(store, farmId, ['TEMPERATURE', 'SOLAR'], { intervalMs: STEP });
  const gate = aGate(store, { now: () => NOW });
  for (const [day, { air, sun }] of Object.entries(days)) {
    const times = Array.from({ length: DAY_MS / STEP }, (_, step) => startOfSeoulDate(day) + step * STEP);
    await gate.accept(known, [
      ...times.map((at) => ({ sensor: 'temperature', at, value: air })),
      ...times.map((at) => ({ sensor: 'solar', at, value: sun })),
    ]);
  }
  return farmId;
}

it('a season lies beside the same days of last year and of a lead farm with the same crop', async () => {
  const store = await aStore();
  await addBuiltInItems(store);
  const own = { name: '우리 농장', itemCode: 'CRO001' };
  const farmId = await aMeasuredFarm(store, own, {
    '2025-11-10': { air: BASE + 7, sun: 100 },
    '2026-11-10': { air: BASE + 10, sun: 200 },
  });
  const other = { name: '다른 작물', itemCode: 'CRO002', isLead: true };
  await aMeasuredFarm(store, other, { '2026-11-10': { air: BASE + 1, sun: 50 } });
  const lead = { name: '같은 작물', itemCode: 'CRO001', isLead: true };
  await aMeasuredFarm(store, lead, { '2026-11-10': { air: BASE + 5, sun: 300 } });

  const season = await findCropSeason(store, { farmId, cropId: `crop of ${farmId}` }, NOW);
  const day = (startOfSeoulDate('2026-11-10') - startOfSeoulDate('2026-03-01')) / DAY_MS;
  const { own: curve, lastYear, leadFarm } = season ?? {};
  expect([curve, lastYear, leadFarm].map((one) => one?.degreeDays[day])).toEqual([10, 7, 5]);
  expect([curve, lastYear, leadFarm].map((one) => one?.degreeDays.filter((value) => value !== null).length)).toEqual([
    1, 1, 1,
  ]);
  expect([lastYear?.beganOn, leadFarm?.farmName, leadFarm?.cropName]).toEqual(['2025-03-01', '같은 작물', '한라봉']);
  const [light = 0, lightBefore = 0, lightOfLead = 0] = [curve, lastYear, leadFarm].map((one) => one?.light[day] ?? 0);
  expect(light).toBeGreaterThan(0);
  expect([lightBefore / light, lightOfLead / light]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(1.5, 2)]);
});
