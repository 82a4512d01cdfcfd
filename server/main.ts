import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { demo } from './demo/demo.ts';
import { createLog } from './kernel/process/log.ts';
import { machineClock } from './kernel/process/machine-clock.ts';
import { startServer } from './server.ts';

declare const __BUILD__: string;

/** Reads the environment, starts the server, prints its address, and stops cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // The log is written in batches, each second and at exit, so that no request waits for the disk.
  const log = createLog(
    { level: config.logLevel },
    pino.destination({ sync: false, minLength: 4_096, periodicFlush: 1_000 }),
  );
  const server = await startServer({ config, log, build: __BUILD__, demo, say, ...machineClock() });
  const scheme = config.tls ? 'https' : 'http';
  const shown = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
  say(`onsil is ready: ${config.publicUrl ?? `${scheme}://${shown}:${server.port}`}`);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await server.stop();
    process.exitCode = 0;
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** Prints a line for the person at the terminal; everything else goes to the log. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = 1;
});
