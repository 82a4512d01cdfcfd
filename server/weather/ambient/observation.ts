/** A measurement of an Ambient Weather station in this product's units. Quantities without a sensor are missing. */
type AmbientObservation = {
  /** '00:0E:C6:20:0F:7B'; null when the message does not contain it. */
  mac: string | null;
  /** Epoch ms. */
  at: number;
  temperatureC?: number;
  humidityPct?: number;
  windMps?: number;
  gustMps?: number;
  windDeg?: number;
  /** Since midnight of the station's own day, when it is reset to 0. */
  rainDayMm?: number;
  pressureHpa?: number;
  solarWm2?: number;
  uvIndex?: number;
};

const MPS_PER_MPH = 0.44704;
const MM_PER_INCH = 25.4;
/** Conventional inch of mercury at 0 ℃. */
const HPA_PER_INHG = 33.8638866667;

type Measured = Exclude<keyof AmbientObservation, 'mac' | 'at'>;
type Field = { name: Measured; of(value: number): number };

const asItIs = (value: number) => value;

/** Fields of the service's documentation, in imperial units, by their name on the wire. */
const fields: Record<string, Field> = {
  tempf: { name: 'temperatureC', of: (f) => ((f - 32) * 5) / 9 },
  humidity: { name: 'humidityPct', of: asItIs },
  windspeedmph: { name: 'windMps', of: (mph) => mph * MPS_PER_MPH },
  windgustmph: { name: 'gustMps', of: (mph) => mph * MPS_PER_MPH },
  winddir: { name: 'windDeg', of: asItIs },
  dailyrainin: { name: 'rainDayMm', of: (inches) => inches * MM_PER_INCH },
  baromrelin: { name: 'pressureHpa', of: (inHg) => inHg * HPA_PER_INHG },
  solarradiation: { name: 'solarWm2', of: asItIs },
  uv: { name: 'uvIndex', of: asItIs },
};

/** Decimals; no sensor of such a station is more precise. */
const DIGITS = 3;

/** Reads a measurement from the service or a console; undefined without a time. */
export function readObservation(sent: Record<string, unknown>): AmbientObservation | undefined {
  const at = readTime(sent.dateutc ?? sent.date);
  if (at === undefined) return undefined;
  // Newer consoles send a hash of their address as PASSKEY.
  const observation: AmbientObservation = { mac: readMac(sent.macAddress ?? sent.MAC ?? sent.PASSKEY), at };
  for (const [wire, { name, of }] of Object.entries(fields)) {
    const value = readValue(sent[wire]);
    if (value !== undefined) observation[name] = Number(of(value).toFixed(DIGITS));
  }
  return observation;
}

/** The service sends numbers, a console sends text; fields of absent sensors are missing. */
function readValue(sent: unknown): number | undefined {
  const value = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The service sends epoch ms or an ISO instant, a console `2026-07-01 05:10:00` (UTC). */
function readTime(sent: unknown): number | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : undefined;
  if (typeof sent !== 'string') return undefined;
  if (/^\d{12,13}$/.test(sent)) return Number(sent);
  const [, day, clock] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?$/.exec(sent) ?? [];
  const at = Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(at) ? undefined : at;
}

function readMac(sent: unknown): string | null {
  const digits = typeof sent === 'string' ? sent.replace(/[:\-.\s]/g, '').toUpperCase() : '';
  return /^[0-9A-F]{12}$/.test(digits) ? digits.replace(/..(?!$)/g, '$&:') : null;
}
