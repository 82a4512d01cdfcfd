import { readSeoulTime } from './issue-time.ts';

/** One station's measurement of one minute. Missing values are null; rain in mm, pressure in hPa, wind in m/s. */
export type MinuteObservation = {
  /** The station's number. */
  station: string;
  /** Epoch ms. */
  at: number;
  temperatureC: number | null;
  humidityPct: number | null;
  /** Mean of ten minutes; direction in degrees from which the wind comes, null when calm. */
  windMps: number | null;
  windDeg: number | null;
  rainDayMm: number | null;
  pressureHpa: number | null;
};

const START = '#START7777';
const END = '#7777END';

/** Columns by position, because the service's header uses one name twice. */
const columns = {
  at: 0,
  station: 1,
  windDeg: 6,
  windMps: 7,
  temperature: 8,
  rainDay: 13,
  humidity: 14,
  pressure: 16,
} as const;
const COLUMNS = 18;

/** Values at or below this are missing, as the service's legend says. */
const MISSING_TO = -50;
const CALM_DEG = 360;

/** Why a text is not a table. */
type TextProblem = 'not-a-table' | 'cut-off';

/** The byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

/**
 * Decodes the answer of the service: EUC-KR, or UTF-8 with a mark. Its errors are UTF-8 JSON in plain ASCII, which
 * decodes the same.
 */
export function decodeHubText(bytes: Uint8Array): string {
  const isMarked = MARK.every((byte, at) => bytes[at] === byte);
  return new TextDecoder(isMarked ? 'utf-8' : 'euc-kr').decode(bytes);
}

/**
 * Reads the minute table of all stations (`nph-aws2_min`, with or without commas). Rows with only missing values are
 * skipped, because their minute is not available yet.
 */
export function readMinuteTable(text: string): { rows: MinuteObservation[] } | { problem: TextProblem } {
  if (!text.trimStart().startsWith(START)) return { problem: 'not-a-table' };
  if (!text.trimEnd().endsWith(END)) return { problem: 'cut-off' };
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => readRow(line) ?? []);
  return { rows };
}

function readRow(line: string): MinuteObservation | undefined {
  const cells = line
    .replace(/,?=\s*$/, '')
    .trim()
    .split(line.includes(',') ? /\s*,\s*/ : /\s+/);
  const time = cells[columns.at] ?? '';
  const at = readSeoulTime(time.slice(0, 8), time.slice(8));
  const station = cells[columns.station] ?? '';
  if (at === null || !/^\d+$/.test(station) || cells.length < COLUMNS) return undefined;
  const value = (column: number) => {
    const read = Number(cells[column]);
    return Number.isFinite(read) && read > MISSING_TO ? read : null;
  };
  const windDeg = value(columns.windDeg);
  const found = {
    temperatureC: value(columns.temperature),
    humidityPct: value(columns.humidity),
    windMps: value(columns.windMps),
    windDeg: windDeg === CALM_DEG ? null : windDeg,
    rainDayMm: value(columns.rainDay),
    pressureHpa: value(columns.pressure),
  };
  return Object.values(found).every((one) => one === null) ? undefined : { station, at, ...found };
}
