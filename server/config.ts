import path from 'node:path';
import { HOUR_MS, MINUTE_MS, type Resolution } from '#contract/time/time.ts';
import { isLocalName } from './kernel/network/local-name.ts';
import { readTrustedProxies, type TrustedProxies } from './kernel/network/trusted-proxies.ts';

/** The SQLite database within a data folder, and within a copy of one. */
export const DATABASE_FILE = 'onsil.db';

/** The settings of the environment; the table in the README describes them. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Of a PostgreSQL database; undefined: an SQLite file in the data folder. */
  databaseUrl: string | undefined;
  /** Other processes may have the PostgreSQL database and the data folder, too. */
  isOneOfMany: boolean;
  isDemo: boolean;
  /** Whether DEMO was set explicitly. Only then is the demonstration shown on a public server, or removed. */
  isDemoSet: boolean;
  /** Whether other machines can reach the server, as far as the settings tell. */
  isPublic: boolean;
  /** Absolute origin under which browsers reach the server; undefined: taken from each request. */
  publicUrl: string | undefined;
  tls: { certFile: string; keyFile: string } | undefined;
  /** Who runs this installation, for the footer. */
  operator: { company?: string; name?: string; phone?: string };
  /** Reverse proxies whose X-Forwarded-Proto and X-Forwarded-For are trusted. */
  trustedProxies: TrustedProxies;
  isBehindProxy: boolean;
  mqtt: { url: string; username: string | undefined; password: string | undefined } | undefined;
  /** Whether sensors are announced to Home Assistant (MQTT discovery) at the same broker. */
  isHaDiscovery: boolean;
  metricsToken: string | undefined;
  weather: WeatherConfig;
  /** Whether to create an empty database where the old one was lost. */
  mayInit: boolean;
  /** Whether to go on with a database that was moved away, as the other one is lost. */
  isAfterMove: boolean;
  /** How many days readings are kept at each resolution; Infinity: for ever. */
  retentionDays: Readonly<Record<Resolution, number>>;
  /** Whether old days of readings are sealed: packed into one row per day and channel. */
  isCold: boolean;
  /** Nightly backups; undefined: none. */
  backup: BackupConfig | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** Weather services: their keys and addresses. A service without a key is simulated. */
export type WeatherConfig = {
  /** Of the public data portal, URL-decoded. */
  serviceKey: string | undefined;
  serviceUrl: string;
  /** Of the API hub of the meteorological administration. */
  hubKey: string | undefined;
  hubUrl: string;
  /** An application key for Ambient Weather, used for all farms instead of the application keys of their own. */
  ambientApplicationKey: string | undefined;
  ambientUrl: string;
  /** The Socket.IO address at which Ambient Weather pushes observations. */
  ambientRealtimeUrl: string;
};

/** Where backups are stored, when they are made, and how long they are kept. */
export type BackupConfig = {
  dir: string;
  /** Time of day, ms after midnight in Seoul. */
  atMs: number;
  keepDays: number;
};

/** An invalid setting; the message is for the person who set it. */
export class ConfigError extends Error {}

/** Reads the environment. Throws ConfigError with one sentence for an invalid value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const reach = readReach(env);
  // The demonstration's accounts are public knowledge, so a public server has them only when asked explicitly.
  const isDemo = flag(env, 'DEMO', !reach.isPublic);
  const mqttUrl = env.MQTT_URL || undefined;
  if (mqttUrl !== undefined && !/^(mqtts?|wss?|tcp|tls|ssl):\/\//.test(mqttUrl)) {
    throw new ConfigError('MQTT_URL must begin with mqtt:// or mqtts://.');
  }
  const metricsToken = env.METRICS_TOKEN || undefined;
  if (metricsToken !== undefined && /\s/.test(metricsToken)) {
    throw new ConfigError('METRICS_TOKEN must not hold blanks: no request could carry it.');
  }
  const databaseUrl = readDatabaseUrl(env);
  const isOneOfMany = oneOf(env, 'PROCESSES', 'one', ['one', 'many']) === 'many';
  if (isOneOfMany && (databaseUrl === undefined || isDemo)) {
    throw new ConfigError('PROCESSES=many needs a PostgreSQL database (DATABASE_URL), and no demonstration (DEMO=0).');
  }
  return {
    ...reach,
    port: whole(env, 'PORT', 8080, 0, 65_535),
    // The demonstration and a server behind a proxy accept connections from this machine only.
    host: env.HOST || (isDemo || env.TRUST_PROXY === '1' ? '127.0.0.1' : '0.0.0.0'),
    dataDir: readDataDir(env),
    databaseUrl,
    isOneOfMany,
    isDemo,
    isDemoSet: Boolean(env.DEMO),
    operator: {
      ...(env.OPERATOR_COMPANY && { company: env.OPERATOR_COMPANY }),
      ...(env.OPERATOR_NAME && { name: env.OPERATOR_NAME }),
      ...(env.OPERATOR_PHONE && { phone: env.OPERATOR_PHONE }),
    },
    mqtt: mqttUrl ? { url: mqttUrl, username: env.MQTT_USERNAME, password: env.MQTT_PASSWORD } : undefined,
    isHaDiscovery: flag(env, 'HA_DISCOVERY', false),
    metricsToken,
    weather: readWeather(env),
    mayInit: flag(env, 'INIT', false),
    isAfterMove: flag(env, 'AFTER_MOVE', false),
    retentionDays: readRetention(env),
    isCold: flag(env, 'COLD', true),
    backup: readBackup(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
  };
}

/** The data folder; programs that need no other setting call it alone. */
export function readDataDir(env: Record<string, string | undefined>): string {
  return path.resolve(env.DATA_DIR || 'data');
}

/** The address of a PostgreSQL database. Errors never print the value, because it holds a password. */
export function readDatabaseUrl(env: Record<string, string | undefined>): string | undefined {
  const url = env.DATABASE_URL || undefined;
  if (url === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ConfigError(
      'DATABASE_URL must be the address of a PostgreSQL database: postgres://user:password@host/name.',
    );
  }
  if (env.BACKUP_DIR) throw new ConfigError(NO_COPIES);
  return url;
}

/** Explains how to back up a PostgreSQL database instead. */
export const NO_COPIES =
  'BACKUP_DIR copies SQLite alone: with DATABASE_URL let PostgreSQL make the copies (pg_basebackup, pgBackRest) and unset it.';

function readBackup(env: Record<string, string | undefined>): BackupConfig | undefined {
  const at = env.BACKUP_AT || '03:10';
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hour === '') throw new ConfigError(`BACKUP_AT must be a time of the day such as 03:10, not "${at}".`);
  const keepDays = whole(env, 'BACKUP_KEEP', 14, 1, 100_000);
  if (!env.BACKUP_DIR) return undefined;
  const dir = path.resolve(env.BACKUP_DIR);
  const dataDir = readDataDir(env);
  if (!path.relative(dataDir, dir).startsWith('..') && !path.isAbsolute(path.relative(dataDir, dir))) {
    throw new ConfigError(`BACKUP_DIR must not lie inside the data folder ${dataDir}: choose another disk.`);
  }
  return { dir, atMs: Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS, keepDays };
}

function readWeather(env: Record<string, string | undefined>): WeatherConfig {
  return {
    serviceKey: env.KMA_SERVICE_KEY ? decodedKey(env.KMA_SERVICE_KEY) : undefined,
    serviceUrl: address(env, 'KMA_BASE_URL', 'https://apis.data.go.kr'),
    hubKey: env.KMA_HUB_KEY || undefined,
    hubUrl: address(env, 'KMA_HUB_BASE_URL', 'https://apihub.kma.go.kr'),
    ambientApplicationKey: env.AMBIENT_APPLICATION_KEY || undefined,
    ambientUrl: address(env, 'AMBIENT_BASE_URL', 'https://rt.ambientweather.net'),
    // A stand-in for the REST address also serves the stream, so that no key reaches the real service.
    ambientRealtimeUrl: address(env, 'AMBIENT_REALTIME_URL', env.AMBIENT_BASE_URL || 'https://rt2.ambientweather.net'),
  };
}

/** The portal also shows its key URL-encoded; it must not be encoded twice. */
function decodedKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // The key holds a plain % sign and is not encoded.
    return key;
  }
}

/** Reads an address and removes its trailing slash. */
function address(env: Record<string, string | undefined>, name: string, otherwise: string): string {
  const text = env[name] || otherwise;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} must be an address such as https://example.org, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

/** From where and through which proxies the server can be reached. */
function readReach(
  env: Record<string, string | undefined>,
): Pick<Config, 'publicUrl' | 'tls' | 'trustedProxies' | 'isBehindProxy' | 'isPublic'> {
  const publicUrl = env.PUBLIC_URL || undefined;
  if (publicUrl !== undefined && !(/^https?:\/\/[^/]+$/.test(publicUrl) && URL.canParse(publicUrl))) {
    throw new ConfigError(`PUBLIC_URL must be an origin such as https://farm.example, not "${publicUrl}".`);
  }
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = env;
  if (Boolean(certFile) !== Boolean(keyFile))
    throw new ConfigError('TLS_CERT and TLS_KEY go together: set both or none.');
  const tls = certFile && keyFile ? { certFile, keyFile } : undefined;
  const proxies = env.TRUST_PROXY || '0';
  const trustedProxies = readTrustedProxies(proxies);
  if (!trustedProxies) {
    throw new ConfigError(
      `TRUST_PROXY must be 1 (a proxy on this machine), 0 or addresses such as 10.0.0.2,192.168.0.0/16, not "${proxies}".`,
    );
  }
  const isBehindProxy = proxies !== '0';
  const isNamed = publicUrl !== undefined && !isLocalName(new URL(publicUrl).host);
  const isPublic = isNamed || isBehindProxy || tls !== undefined || Boolean(env.HOST && !isLocalName(env.HOST));
  return { publicUrl, tls, trustedProxies, isBehindProxy, isPublic };
}

/** The minima cover what pages and devices always show: a month in 10-minute steps, a year in hours. */
const retentionSettings: readonly { level: Resolution; name: string; otherwise: number; min: number }[] = [
  { level: 'raw', name: 'RETENTION_RAW_DAYS', otherwise: 400, min: 1 },
  { level: '10m', name: 'RETENTION_10M_DAYS', otherwise: Number.POSITIVE_INFINITY, min: 31 },
  { level: '1h', name: 'RETENTION_1H_DAYS', otherwise: Number.POSITIVE_INFINITY, min: 400 },
  { level: '1d', name: 'RETENTION_1D_DAYS', otherwise: Number.POSITIVE_INFINITY, min: 400 },
];

function readRetention(env: Record<string, string | undefined>): Config['retentionDays'] {
  const found = { raw: 0, '10m': 0, '1h': 0, '1d': 0 };
  let finer = { name: '', days: 0 };
  for (const { level, name, otherwise, min } of retentionSettings) {
    const days = whole(env, name, otherwise, min, 100_000);
    if (days < finer.days) {
      const other = Number.isFinite(finer.days) ? `${finer.days} days` : 'for ever';
      throw new ConfigError(
        `${name} must not be shorter than ${finer.name} (${other}): what is finer would outlive its means.`,
      );
    }
    found[level] = days;
    finer = { name, days };
  }
  return found;
}

function whole(
  env: Record<string, string | undefined>,
  name: string,
  otherwise: number,
  min: number,
  max: number,
): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

function flag(env: Record<string, string | undefined>, name: string, otherwise: boolean): boolean {
  const text = env[name];
  if (!text) return otherwise;
  if (text === '1' || text === '0') return text === '1';
  throw new ConfigError(`${name} must be 1 or 0, not "${text}".`);
}

function oneOf<const T extends string>(
  env: Record<string, string | undefined>,
  name: string,
  otherwise: T,
  allowed: readonly T[],
): T {
  const text = env[name];
  if (!text) return otherwise;
  const found = allowed.find((value) => value === text);
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
  return found;
}
