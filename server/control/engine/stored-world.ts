import type { Store } from '../../db/open.ts';
import type { RealSources } from '../../weather/places.ts';
import { findFreshWeather } from '../../weather/weather-for-control.ts';
import { settingsOf } from '../actuators.ts';
import { formOf } from '../rules.ts';
import { loadSettled, type Readers, type Settled, type Stored, seriesOf } from './load-world.ts';
import { createRecentReadings } from './recent-readings.ts';

type ReaderDeps = { store: Store; real: RealSources };

/** Groups of tables that decisions depend on, besides readings. */
const WRITERS = ['farms', 'catalogue', 'people'] as const;

/**
 * Cache of a farm's stored input between decisions. Settings are read again only after a write to one of WRITERS, and a
 * form is parsed again only when its text has changed, because a thousand farms are decided every minute.
 */
export function createStoredWorld({ store, real }: ReaderDeps, farmId: number) {
  const readers: Readers = { rule: parsedOnce(formOf), actuator: parsedOnce(settingsOf) };
  const readings = createRecentReadings(store, farmId);
  let settled: { version: number; value: Settled | undefined } | undefined;

  const settledNow = async () => {
    // Read before the data, so that a concurrent write causes another read.
    const version = store.version(WRITERS);
    if (settled?.version !== version) settled = { version, value: await loadSettled(store, farmId, readers) };
    return settled.value;
  };
  return {
    /** `suspect` sensors are marked; undefined for a farm that does not exist. */
    async at(now: number, suspect: ReadonlySet<number>): Promise<Stored | undefined> {
      const value = await settledNow();
      if (!value) return undefined;
      const { calibrated, ...rest } = value;
      const points = await readings.of(value.equipment.sensors, calibrated, now);
      const sensors = value.equipment.sensors.map((sensor) =>
        seriesOf(sensor, points.get(sensor.channel) ?? [], suspect.has(sensor.channel)),
      );
      return { ...rest, sensors, weather: await findFreshWeather(store, real, farmId, now) };
    },
  };
}

/** Caches parsed values by key; parses again when the text differs. */
function parsedOnce<Key, Value>(parse: (text: string) => Value): (key: Key, text: string) => Value {
  const known = new Map<Key, { text: string; value: Value }>();
  return (key, text) => {
    const last = known.get(key);
    if (last?.text === text) return last.value;
    const value = parse(text);
    known.set(key, { text, value });
    return value;
  };
}
