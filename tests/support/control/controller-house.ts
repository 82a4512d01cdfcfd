import type { Ack, ActuatorState, ControlDocument } from '#contract/control/controller/command.ts';
import type { Clock } from '#server/controller/clock.ts';
import {
  createController,
  handleBeat,
  handleCommand,
  handleDocument,
  reportAll,
  resetOutputs,
  type SavedState,
  step,
} from '#server/controller/controller.ts';
import { createSimulated } from '#server/controller/simulated/simulated.ts';
import { temporaryDir } from '../temporary.ts';
import { limitsOf } from './controller-process.ts';

export const SECOND = 1_000;
const BEGIN = Date.UTC(2026, 10, 23);
export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const config = {
  outputs: {
    valve: { role: 'valve' },
    pump: { role: 'pump' },
    heater: { role: 'heater' },
    vent: { role: 'vent', drift: 1.08 },
  },
  sensors: { air: { role: 'air' }, flow: { role: 'flow' } },
};
export const channels: ControlDocument['channels'] = {
  valve: limitsOf('dosed', { meter: 'flow' }),
  pump: limitsOf('switch', { requires: ['valve'], dryRun: { flow: 'flow', minLpm: 2, afterSec: 60 } }),
  heater: limitsOf('switch', { onLinkLost: 'rest' }),
  vent: limitsOf('position', { onLinkLost: 'hold' }),
};

/**
 * The controller on a simulated house, with a clock that the test sets; its server sends a heartbeat each 20 s until it
 * is stopped.
 */
export async function aHouse(savedState?: SavedState, dir = temporaryDir(), from = 0) {
  let count = from;
  const clock: Clock = {
    at: () => BEGIN + count,
    monotonicMs: () => count,
    trust: () => 'ntp',
    syncTo() {},
    shift() {},
  };
  const log: Record<string, unknown>[] = [];
  const saved: SavedState[] = [];
  const keptThen: SavedState[] = [];
  const driver = createSimulated({
    config,
    dir,
    log(what) {
      log.push({ sec: count / SECOND, ...what });
      keptThen.push(...saved.slice(-1));
    },
  });
  let disk: Promise<unknown> = Promise.resolve();
  const save = async (one: SavedState) => {
    await disk;
    saved.push(structuredClone(one));
  };
  const controller = createController({
    codes: Object.keys(config.outputs),
    savedState,
    clock,
    driver,
    save,
    log() {},
  });
  const acks: Ack[] = [];
  const states: Record<string, ActuatorState> = {};
  await resetOutputs(controller);
  controller.reporter.publisher = {
    ack(_, ack, done) {
      acks.push(ack);
      done();
    },
    state(code, state) {
      states[code] = state;
    },
    control() {},
  };
  reportAll(controller);
  let isSilent = false;
  let seq = 0;
  const tell = (given: Partial<ControlDocument> = {}) =>
    handleDocument(controller, { v: 1, version: 1, term: 5, channels, guards: [], ...given });
  const wire = (at: number) => new Date(at).toISOString();
  if (!savedState) await tell();
  return {
    dir,
    log,
    /** What was on disk at each entry of the log. */
    keptThen,
    states,
    tell,
    pretend: (line: string) => driver.injectFault(line.split(' ')),
    silence: () => {
      isSilent = true;
    },
    /** The disk hangs until the returned function is called. */
    hang() {
      let goOn: () => void = () => {};
      disk = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return goOn;
    },
    async pass(sec: number) {
      for (let n = 0; n < sec; n += 1) {
        count += SECOND;
        if (!isSilent && (count / SECOND) % 20 === 0) handleBeat(controller, { at: wire(BEGIN + count), term: 5 });
        step(controller);
        // Writes that do not hang are done before the next second.
        await new Promise(setImmediate);
      }
    },
    async order(code: string, given: object = {}) {
      seq += 1;
      const times = { issuedAt: wire(BEGIN + count), expiresAt: wire(BEGIN + count + 60 * SECOND) };
      const order = { v: 1, id: uuid(seq), run: uuid(900), term: 5, seq, do: 'on', maxRunSec: 600, why: 'rule' };
      const answered = handleCommand(controller, code, { ...order, ...times, ...given }, false);
      await Promise.race([answered, new Promise(setImmediate)]);
      return uuid(seq);
    },
    /** All acknowledgements of a command, in order. */
    said: (id: string) =>
      acks.filter((ack) => ack.id === id).map(({ status, code }) => [status, code].join(' ').trim()),
    /** Each change of a relay, s and %. */
    relay: (code: string) => log.flatMap(({ sec, relay, levelPct }) => (relay === code ? [[sec, levelPct]] : [])),
    /** What would be on disk if the program had ended now. */
    kept: () => saved.at(-1),
    now: () => count,
  };
}
