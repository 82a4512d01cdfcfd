import * as z from 'zod/mini';
import { series, target } from '../monitor/monitor.ts';
import { channelTypeNames } from '../series/sensor-types.ts';
import { isSeoulDate, resolutions } from '../time/time.ts';
import { type AnswerOf, endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { stationKinds } from './station-number.ts';

// The header shows the weather on every page, so it belongs to no menu page.
const params = z.object({ id: indexParam });

/** Source and age of values; instants are null before the first. */
const source = z.object({
  /** Name of the station or grid cell; null without one. */
  name: z.nullable(z.string()),
  observedAt: z.nullable(instantText),
  /** When the server received it from the provider. */
  fetchedAt: z.nullable(instantText),
  isSimulated: z.boolean(),
});
export type WeatherSource = z.infer<typeof source>;

/** One measured value with the field names of the specification; `value` null means missing and is shown as '-'. */
const weatherValue = z.object({
  sensorName: z.string(),
  /** In `unit`. */
  value: z.nullable(z.number()),
  unit: z.string(),
  areaName: z.string(),
  /** When it was measured, ISO instant. */
  date: z.nullable(z.string()),
  /** Code for programs: a sensor type, or PRECIPITATION_TYPE (0 to 7, see sky.ts). */
  type: z.enum([...channelTypeNames, 'PRECIPITATION_TYPE']),
});

const values = z.object({ sensorValues: z.array(weatherValue), source });
export type WeatherValues = z.infer<typeof values>;

const stationRecord = z.object({
  data: z.object({ sensorGraph: z.array(series) }),
  resolution: z.enum(resolutions),
  /** The range of the answer, epoch ms, half open. */
  begin: z.number(),
  end: z.number(),
  source,
});
export type StationRecord = z.infer<typeof stationRecord>;

/** A Seoul day (its start or end) or an ISO instant. */
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
      /** Takes the place of a farm index in the calls of tiles. */
      number: z.number(),
      name: z.string(),
      isSimulated: z.boolean(),
      /** Series that can be drawn, in chart order; none before the first measurement. */
      sensors: z.array(target),
    }),
  ),
  offline: 'reference',
  about:
    'Lists the weather stations of a farm. Their sensors can be requested in records and tiles, as those of a house.',
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
  about:
    'Returns the current weather at the public station of a farm, with the kind of precipitation; an empty list without a station.',
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
  about: 'Returns the newest measurements of the public station of a farm.',
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
  about: 'Returns measurements of the public station of a farm over a range.',
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
  about: 'Returns the newest measurements of the farm’s own weather station.',
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
  about: 'Returns measurements of the farm’s own weather station over a range.',
});

/** Rain (mm) or snow (cm) in an hour: the range of the forecast and its representative value; `max` null is open. */
const amount = z.object({ min: z.number(), max: z.nullable(z.number()), value: z.number() });

/** One hour of a forecast. Missing values are null. */
const forecastHour = z.object({
  /** The hour it is for. */
  at: instantText,
  temperatureC: z.nullable(z.number()),
  humidityPct: z.nullable(z.number()),
  /** 1 clear, 3 mostly cloudy, 4 overcast. */
  sky: z.nullable(z.number()),
  /** 0 to 7, see sky.ts. */
  precipitationType: z.nullable(z.number()),
  probabilityPct: z.nullable(z.number()),
  rainMm: z.nullable(amount),
  snowCm: z.nullable(amount),
  windMps: z.nullable(z.number()),
  /** Direction from which the wind blows, degrees from north. */
  windDeg: z.nullable(z.number()),
});
export type ForecastHour = z.infer<typeof forecastHour>;

/** A Seoul day, yyyy-MM-dd. */
const day = z.object({ date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isSeoulDate)) });

/** Seoul days of the village forecast: three ahead and today. */
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
    /** In order of time; past hours as they were last forecast. */
    hours: z.array(forecastHour),
    /** When its newest issue was made; null without a forecast. */
    issuedAt: z.nullable(instantText),
    source,
  }),
  errors: ['RANGE_INVALID'],
  offline: 'live',
  about: 'Returns the hourly forecast of a Seoul day at a farm.',
});
export type ForecastRecord = z.infer<(typeof forecastRecord)['answer']>;

/** A temperature (℃) and its Seoul time of day, HH:mm; both null when missing. */
const timedValue = z.object({ value: z.nullable(z.number()), time: z.nullable(z.string()) });
/** The same with whether it is forecast instead of measured. */
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
    /**
     * For today only: the measurement of the public station, or this hour's forecast when it has not reported today.
     */
    currentTemperature: dayExtreme,
    /**
     * Rain in the three hours from `time` (HH:mm) on, mm; null when unknown. Measured for the hours that have passed.
     */
    precipitations: z.array(z.object({ time: z.string(), value: z.nullable(z.number()), isForecast: z.boolean() })),
    /** When its forecast was issued; null without one. */
    issuedAt: z.nullable(instantText),
    /** The public station. */
    source,
    /** Source of the forecast. */
    forecast: source,
  }),
  errors: ['RANGE_INVALID'],
  offline: 'live',
  about: 'Returns a day for the weather dialog: measurements for the part that has passed, the forecast for the rest.',
});
export type SimpleWeather = z.infer<(typeof simpleWeather)['answer']>;
