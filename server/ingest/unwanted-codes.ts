import type { Queries } from '../db/open.ts';

type DeviceId = { farmId: number; deviceId: number };
type CodeOfDevice = DeviceId & { code: string };

/** The codes of a device that the user does not want, sorted. */
export async function listUnwanted({ db }: Queries, { farmId, deviceId }: DeviceId): Promise<string[]> {
  const rows = await db
    .selectFrom('unwanted_code')
    .select('code')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
}

export async function markUnwanted({ db }: Queries, { farmId, deviceId, code }: CodeOfDevice): Promise<void> {
  await db
    .insertInto('unwanted_code')
    .values({ farm_id: farmId, device_id: deviceId, code })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Removes the mark, if there is one. */
export async function markWanted({ db }: Queries, { farmId, deviceId, code }: CodeOfDevice): Promise<void> {
  await db
    .deleteFrom('unwanted_code')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .execute();
}
