import { execFileSync } from 'node:child_process';
import { builtProgram } from '../../support/built-program.ts';
import { benchOverHttp } from './over-http.ts';
import { benchOverMqtt } from './over-mqtt.ts';

/** Control: the times a grower waits for, decisions for many farms, and the growth of the log. */
export async function benchControl(folder: string): Promise<void> {
  await benchOverHttp(folder);
  await benchOverMqtt(folder);
  execFileSync(process.execPath, [await builtProgram('tests/bench/control/in-process.ts'), folder], {
    stdio: 'inherit',
  });
}
