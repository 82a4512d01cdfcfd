import * as z from 'zod/mini';
import { series, target } from '../monitor/monitor.ts';
import { channelTypeNames } from '../series/sensor-types.ts';
import { isSeoulDate, resolutions } from '../time/time.ts';
import { type AnswerOf, endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { stationKinds } from './station-number.ts';

// Weather belongs to no menu page alone: the header shows it everywhere.
const params = z.object({ id: indexParam });

/** Where figures come from and how old they are; every instant ISO, null before the first. */
const source = z.object({
  /** The station or the grid cell by its name; null when the farm is linked to none. */
  name: z.nullable(z.string()),
  observedAt: z.nullable(instantText),
  /** When the provider gave it to the server. */
  fetchedAt: z.nullable(instantText),
  isSimulated: z.boolean(),
});
export type WeatherSource = z.infer<typeof source>;

/** One measured value as the specification names its fields; `value` null is missing and shown as '-'. */
const weatherValue = z.object({
  sensorName: z.string(),
  /** In `unit`. */
  value: z.nullable(z.number()),
  unit: z.string(),
  areaName: z.string(),
  /** When it was measured, ISO instant. */
  date: z.nullable(z.string()),
  /** What it is, for programs: a type of sensor, or PRECIPITATION_TYPE (0 to 7, see sky.ts). */
  type: z.enum([...channelTypeNames, 'PRECIPITATION_TYPE']),
});

const values = z.object({ sensorValues: z.array(weatherValue), source });
export type WeatherValues = z.infer<typeof values>;

const stationRecord = z.object({
  data: z.object({ sensorGraph: z.array(series) }),
  resolution: z.enum(resolutions),
  /** The range that was answered, epoch ms, half open. */
  begin: z.number(),
  end: z.number(),
  source,
});
export type StationRecord = z.infer<typeof stationRecord>;

/** A Seoul day (from its beginning, or to its end) or an ISO instant. */
const range = z.object({ begin: z.string(), end: z.string() });

export const weatherStations = endpoint({
  method: 'GET',
  path: '/api/weather/stations/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  answer: z.array(
    z.object({
      kind: z.enum(stationKinds),
      /** Stands where the index of a farm does, in tiles and what changes in them. */
      number: z.number(),
      name: z.string(),
      isSimulated: z.boolean(),
      /** What it measures and can be drawn, in the order of charts; none before the first measurement. */
      sensors: z.array(target),
    }),
  ),
  offline: 'reference',
  about: 'The weather stations a farm goes by: their sensors are read in records and tiles, as those of a house are.',
});
export type WeatherStation = AnswerOf<typeof weatherStations>[number];

export const publicWeather = endpoint({
  method: 'GET',
  path: '/api/public-aws/weather/{farmIndex}',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmIndex' },
  page: 'any',
  params: z.object({ farmIndex: indexParam }),
  answer: values,
  offline: 'live',
  about: 'Weather now at the public station of a farm, with what falls; an empty list where there is none.',
});

export const publicLastValue = endpoint({
  method: 'GET',
  path: '/api/public-aws/last-value/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  answer: values,
  offline: 'live',
  about: 'Newest measurements of the public station of a farm.',
});

export const publicRecord = endpoint({
  method: 'GET',
  path: '/api/public-aws/record/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  query: range,
  answer: stationRecord,
  errors: ['RANGE_INVALID', 'RANGE_TOO_LONG'],
  offline: 'live',
  about: 'Measurements of the public station of a farm over a range.',
});

export const ambientLastValue = endpoint({
  method: 'GET',
  path: '/api/ambient/last-value/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  answer: values,
  offline: 'live',
  about: 'Newest measurements of a farm’s own weather station.',
});

export const ambientRecord = endpoint({
  method: 'GET',
  path: '/api/ambient/record/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  query: range,
  answer: stationRecord,
  errors: ['RANGE_INVALID', 'RANGE_TOO_LONG'],
  offline: 'live',
  about: 'Measurements of a farm’s own weather station over a range.',
});

/** mm (rain) or cm (snow) in an hour: the forecast's range and the figure that stands for it; max null is open. */
const amount = z.object({ min: z.number(), max: z.nullable(z.number()), value: z.number() });

/** One hour of a forecast. Missing values are null. */
const forecastHour = z.object({
  /** The hour it is for. */
  at: instantText,
  temperatureC: z.nullable(z.number()),
  humidityPct: z.nullable(z.number()),
  /** 1 clear, 3 much cloud, 4 overcast. */
  sky: z.nullable(z.number()),
  /** 0 to 7, see sky.ts. */
  precipitationType: z.nullable(z.number()),
  probabilityPct: z.nullable(z.number()),
  rainMm: z.nullable(amount),
  snowCm: z.nullable(amount),
  windMps: z.nullable(z.number()),
  /** From where it blows, degrees from north. */
  windDeg: z.nullable(z.number()),
});
export type ForecastHour = z.infer<typeof forecastHour>;

/** A Seoul day, yyyy-MM-dd. */
const day = z.object({ date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isSeoulDate)) });

/** The village forecast reaches three days ahead: so many Seoul days with today. */
export const FORECAST_DAYS = 4;

export const forecastRecord = endpoint({
  method: 'GET',
  path: '/api/forecast-record/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  query: day,
  answer: z.object({
    /** In order of time; hours that have passed are as they were last forecast. */
    hours: z.array(forecastHour),
    /** When the newest issue in it was made, ISO instant; null without a forecast. */
    issuedAt: z.nullable(instantText),
    source,
  }),
  errors: ['RANGE_INVALID'],
  offline: 'live',
  about: 'The forecast of one Seoul day at a farm, by the hour.',
});
export type ForecastRecord = z.infer<(typeof forecastRecord)['answer']>;

/** A temperature (℃) and its Seoul time of day, HH:mm; both null when missing. */
const timedValue = z.object({ value: z.nullable(z.number()), time: z.nullable(z.string()) });
/** The same, and whether it is forecast and not measured. */
const dayExtreme = z.extend(timedValue, { isForecast: z.boolean() });

export const simpleWeather = endpoint({
  method: 'GET',
  path: '/api/forecast-record/simple-weather/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  query: day,
  answer: z.object({
    maxTemperature: dayExtreme,
    minTemperature: dayExtreme,
    /** Today alone: what the public station measures now; where it has told nothing today, what is forecast for this hour. */
    currentTemperature: dayExtreme,
    /**
     * Rain that falls in the three hours from `time` (HH:mm) on, mm; null where nothing is known. Measured as far as
     * they have passed.
     */
    precipitations: z.array(z.object({ time: z.string(), value: z.nullable(z.number()), isForecast: z.boolean() })),
    /** When the forecast in it was issued, ISO instant; null without one. */
    issuedAt: z.nullable(instantText),
    /** The public station. */
    source,
    /** Where the forecast comes from. */
    forecast: source,
  }),
  errors: ['RANGE_INVALID'],
  offline: 'live',
  about: 'One day for the weather dialog: measured as far as it has passed, forecast from then on.',
});
export type SimpleWeather = z.infer<(typeof simpleWeather)['answer']>;
