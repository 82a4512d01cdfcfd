import type { Store } from '../db/open.ts';
import { demoFarms } from './farms.ts';

/** An address that no device has (RFC 7042 reserves it for documentation). */
const OWN_STATION_MAC = '00:00:5E:00:53:01';

/** The farm with a weather station of its own. */
const WITH_OWN_STATION = 'wimi';

/** Links the demonstration's farms to weather stations; a farm whose stations a user has changed stays as it is. */
export async function linkStations({ db }: Store, now: number): Promise<void> {
  const rows = await db.selectFrom('demo_state').select(['farm_id', 'farm_code']).execute();
  for (const { farm_id, farm_code } of rows) {
    const farm = demoFarms.find(({ code }) => code === farm_code);
    if (!farm) continue;
    await db
      .insertInto('weather_link')
      .values({
        farm_id,
        public_station_id: String(farm.stationId),
        ambient_mac: farm_code === WITH_OWN_STATION ? OWN_STATION_MAC : null,
        ambient_keys: null,
        updated_at: now,
      })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}
