import path from 'node:path';

/** What the environment may set; the README's table is this type in words. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  demo: boolean;
  /** Absolute origin under which browsers reach the server; undefined: taken from each request. */
  publicUrl: string | undefined;
  tls: { certFile: string; keyFile: string } | undefined;
  /** Who runs this installation, for the footer. */
  operator: { company?: string; name?: string; phone?: string };
  /** Believe X-Forwarded-Proto and X-Forwarded-For of a reverse proxy. */
  trustProxy: boolean;
  mqtt: { url: string; username: string | undefined; password: string | undefined } | undefined;
  metricsToken: string | undefined;
  rawRetentionDays: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** A setting that makes no sense; its message is for the person who set it. */
export class ConfigError extends Error {}

/** Reads the environment. Throws ConfigError with one sentence for a value that makes no sense. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const demo = flag(env, 'DEMO', true);
  const publicUrl = env.PUBLIC_URL || undefined;
  if (publicUrl !== undefined && !/^https?:\/\/[^/]+$/.test(publicUrl)) {
    throw new ConfigError(`PUBLIC_URL must be an origin such as https://farm.example, not "${publicUrl}".`);
  }
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = env;
  if (Boolean(certFile) !== Boolean(keyFile))
    throw new ConfigError('TLS_CERT and TLS_KEY go together: set both or none.');
  const mqttUrl = env.MQTT_URL || undefined;
  if (mqttUrl !== undefined && !/^(mqtts?|wss?|tcp|tls|ssl):\/\//.test(mqttUrl)) {
    throw new ConfigError('MQTT_URL must begin with mqtt:// or mqtts://.');
  }
  if (env.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL is not supported yet: the server keeps its data in DATA_DIR. Unset it.');
  }
  return {
    port: whole(env, 'PORT', 8080, 0, 65_535),
    // Known passwords must not be reachable from outside unless somebody says so.
    host: env.HOST || (demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    demo,
    publicUrl,
    tls: certFile && keyFile ? { certFile, keyFile } : undefined,
    operator: {
      ...(env.OPERATOR_COMPANY && { company: env.OPERATOR_COMPANY }),
      ...(env.OPERATOR_NAME && { name: env.OPERATOR_NAME }),
      ...(env.OPERATOR_PHONE && { phone: env.OPERATOR_PHONE }),
    },
    trustProxy: flag(env, 'TRUST_PROXY', false),
    mqtt: mqttUrl ? { url: mqttUrl, username: env.MQTT_USERNAME, password: env.MQTT_PASSWORD } : undefined,
    metricsToken: env.METRICS_TOKEN || undefined,
    rawRetentionDays: whole(env, 'RETENTION_RAW_DAYS', 400, 1, 100_000),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
  };
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
