/** The controller of a simulated farm: it follows the rules of real controllers, with simulated relays and motors. */
import { acceptCommand } from '#contract/control/controller/accept-command.ts';
import { type Ack, type ActuatorState, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import { advanceCore, type ControllerCore, restartedCore, withDocument } from '#contract/control/controller/core.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Controller } from '../control/engine/controllers.ts';

/** The last published state of an output, for publishing changes at once and the rest each minute. */
type Published = { word: string; at: number };

export type SimulatedController = {
  /** The interface through which the server reaches it. */
  controller: Controller;
  /** Advances to `at`, epoch ms; `sensed` are the values of its sensors by code. */
  advance(at: number, sensed: Readonly<Record<string, number | null>>): void;
  /** Advances to now with the last sensor values. */
  tick(): void;
  /** Position of an output, %, and since when it has been on or off, epoch ms. */
  output(code: string): { levelPct: number; since: number };
};

type SimulatedControllerDeps = {
  now(): number;
  events: { ack(code: string, ack: Ack): void; state(code: string, state: ActuatorState): void };
};

/** `levels`: initial positions of motors; relays start off. */
export function createSimulatedController(
  levels: Readonly<Record<string, number>>,
  { now, events }: SimulatedControllerDeps,
): SimulatedController {
  let core = withLevels(restartedCore(null, Object.keys(levels), now()), levels);
  let sensedLast: Readonly<Record<string, number | null>> = {};
  const published = new Map<string, Published>();

  const publish = (at: number) => {
    for (const code of Object.keys(core.outputs)) {
      const state = stateOf(core, code, at);
      if (!state) continue;
      const { levelPct, targetPct, isMoving, id, endsAt, source, fault } = state;
      const word = JSON.stringify([levelPct > 0, targetPct, isMoving, id, endsAt, source, fault]);
      const last = published.get(code);
      if (last?.word === word && at - last.at < MINUTE_MS) continue;
      published.set(code, { word, at });
      events.state(code, state);
    }
  };
  const step = (at: number) => {
    core = advanceCore(core, Math.max(at, core.now), at, sensedLast);
  };

  return {
    controller: {
      isReachable: () => true,
      version: () => core.document?.version ?? 0,
      tell(document) {
        step(now());
        core = withDocument(core, document);
        publish(now());
      },
      send(code, { payload }, delivered) {
        delivered();
        const at = now();
        step(at);
        const received = { code, payload, isRetained: false, at, isClockTrusted: true };
        const { core: next, answer } = acceptCommand(core, received);
        core = next;
        events.ack(code, answer);
        publish(at);
      },
      beat() {
        core = { ...core, heardAt: now() };
      },
    },
    advance(at, sensed) {
      sensedLast = sensed;
      step(at);
      publish(at);
    },
    tick() {
      step(now());
      publish(now());
    },
    output(code) {
      const { levelPct, changedAt } = core.outputs[code] ?? { levelPct: 0, changedAt: 0 };
      return { levelPct, since: changedAt };
    },
  };
}

function withLevels(core: ControllerCore, levels: Readonly<Record<string, number>>): ControllerCore {
  const outputs = Object.entries(core.outputs).map(([code, output]) => {
    const levelPct = levels[code] ?? 0;
    return [code, { ...output, levelPct, targetPct: levelPct }];
  });
  return { ...core, outputs: Object.fromEntries(outputs) };
}

function stateOf({ outputs, now }: ControllerCore, code: string, at: number): ActuatorState | undefined {
  const output = outputs[code];
  if (!output) return undefined;
  const { levelPct, targetPct, isEstimated, run, id, endsAt, source, fault, dose } = output;
  return {
    v: PROTOCOL_VERSION,
    at,
    levelPct: Math.round(levelPct * 10) / 10,
    targetPct,
    isMoving: levelPct !== targetPct,
    isEstimated,
    run,
    id,
    endsAt: endsAt === null ? null : at + (endsAt - now),
    source,
    fault,
    dosed: dose && { run: dose.run, litres: Math.round(dose.givenL * 10) / 10 },
  };
}
