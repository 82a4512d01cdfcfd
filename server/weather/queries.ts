import { byTypeOrder, channelTypes, isChannelType } from '#contract/series/sensor-types.ts';
import type { WeatherSource, WeatherValues } from '#contract/weather/weather.ts';
import type { Queries } from '../db/open.ts';
import { type ParameterOf, preparedQuery } from '../db/prepared-query.ts';

type StationPlace = { number: number; name: string; isSimulated: boolean } | null;

const iso = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at).toISOString());

/** The source of a station's values, and their age. */
export async function sourceOf({ db }: Queries, station: StationPlace): Promise<WeatherSource> {
  if (!station) return { name: null, observedAt: null, fetchedAt: null, isSimulated: false };
  const row = await db
    .selectFrom('weather_station')
    .select(['observed_at', 'fetched_at'])
    .where('farm_id', '=', station.number)
    .executeTakeFirst();
  return {
    name: station.name,
    observedAt: iso(row?.observed_at),
    fetchedAt: iso(row?.fetched_at),
    isSimulated: station.isSimulated,
  };
}

const findNewest = preparedQuery((db, param: ParameterOf<{ number: number }>) =>
  db
    .selectFrom('channel')
    .leftJoin('latest', (join) =>
      join.onRef('latest.farm_id', '=', 'channel.farm_id').onRef('latest.channel_id', '=', 'channel.channel_id'),
    )
    .select(['type', 'name', 'area_name as areaName', 'latest.at', 'latest.value', 'latest.flag'])
    .where('channel.farm_id', '=', param('number'))
    .where('channel.deleted_at', 'is', null),
);

/** The newest values of a station, in chart order; an implausible value is null. */
export async function findStationValues(store: Queries, station: StationPlace): Promise<WeatherValues['sensorValues']> {
  if (!station) return [];
  const rows = await findNewest(store, { number: station.number });
  return rows
    .flatMap((row) => (isChannelType(row.type) ? [{ ...row, type: row.type }] : []))
    .sort((a, b) => byTypeOrder(a.type, b.type))
    .map(({ type, name, areaName, at, value, flag }) => ({
      sensorName: name,
      value: flag === 0 ? value : null,
      unit: channelTypes[type].unit,
      areaName,
      date: iso(at),
      type,
    }));
}
