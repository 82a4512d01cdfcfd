import * as z from 'zod/mini';
import { series } from '../monitor/monitor.ts';
import { resolutions } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';

/** Menu pages that show weather; the header's dialog is open to whoever may see the farm. */
const params = z.object({ id: indexParam });

/** Where figures come from and how old they are; every instant ISO, null before the first. */
const source = z.object({
  /** The station or the grid cell by its name; null when the farm is linked to none. */
  name: z.nullable(z.string()),
  observedAt: z.nullable(z.string()),
  /** When the provider gave it to the server. */
  fetchedAt: z.nullable(z.string()),
  isSimulated: z.boolean(),
});

/** One measured value as the specification names its fields; `value` null is missing and shown as '-'. */
const weatherValue = z.object({
  sensorName: z.string(),
  value: z.nullable(z.number()),
  unit: z.string(),
  areaName: z.string(),
  /** When it was measured, ISO instant. */
  date: z.nullable(z.string()),
  /** What it is, for programs: TEMPERATURE, HUMIDITY, … or PRECIPITATION_TYPE (0 to 7, see sky.ts). */
  type: z.string(),
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

/** A Seoul day (from its beginning, or to its end) or an ISO instant. */
const range = z.object({ begin: z.string(), end: z.string() });

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
  /** The hour it is for, ISO instant. */
  at: z.string(),
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
const day = z.object({ date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)) });

export const forecastRecord = endpoint({
  method: 'GET',
  path: '/api/forecast-record/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  query: day,
  answer: z.object({
    hours: z.array(forecastHour),
    /** When the newest issue in it was made, ISO instant; null without a forecast. */
    issuedAt: z.nullable(z.string()),
    source,
  }),
  errors: ['RANGE_INVALID'],
  offline: 'live',
  about: 'The forecast of one Seoul day at a farm, by the hour.',
});

/** A temperature (℃) and its Seoul time of day, HH:mm. */
const timedValue = z.object({ value: z.nullable(z.number()), time: z.nullable(z.string()) });

export const simpleWeather = endpoint({
  method: 'GET',
  path: '/api/forecast-record/simple-weather/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params,
  query: day,
  answer: z.object({
    maxTemperature: timedValue,
    minTemperature: timedValue,
    /** Today alone: what the public station measures now. */
    currentTemperature: timedValue,
    /** Rain in steps of three hours from midnight, mm; null where nothing is known. */
    precipitations: z.array(z.object({ time: z.string(), value: z.nullable(z.number()) })),
    issuedAt: z.nullable(z.string()),
    source,
  }),
  errors: ['RANGE_INVALID'],
  offline: 'live',
  about: 'One day for the weather dialog: measured as far as it has passed, forecast from then on.',
});
export type SimpleWeather = z.infer<(typeof simpleWeather)['answer']>;

/** What is expected of a house tonight. Temperatures in ℃. */
const houseOutlook = z.object({
  areaName: z.string(),
  expectedMin: z.number(),
  /** Mean absolute error of the last nights, same procedure; null with too few of them. */
  meanErrorC: z.nullable(z.number()),
  /** How many nights stand behind it. */
  nights: z.number(),
  /** The lowest the crop's stage bears here; null without a crop that has a calendar. */
  limitC: z.nullable(z.number()),
  /** What heating would have to keep so that the limit holds; null when nothing has to be done. */
  neededTargetC: z.nullable(z.number()),
});

export const outlook = endpoint({
  method: 'GET',
  path: '/api/weather/outlook/{farmIndex}',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmIndex' },
  page: 'any',
  params: z.object({ farmIndex: indexParam }),
  answer: z.object({
    /** The Seoul day on which the night begins. */
    nightOn: z.string(),
    /** The forecast's own minimum outside, and corrected by this farm's bias. */
    forecastMinC: z.nullable(z.number()),
    correctedMinC: z.nullable(z.number()),
    issuedAt: z.nullable(z.string()),
    houses: z.array(houseOutlook),
    /** Tomorrow's maximum outside, ℃, for heat beforehand. */
    tomorrowMaxC: z.nullable(z.number()),
    source,
  }),
  offline: 'live',
  about: 'Tonight’s minimum in each house of a farm, with how far such sentences were off lately.',
});
export type Outlook = z.infer<(typeof outlook)['answer']>;
