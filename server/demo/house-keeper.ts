/** The controller of a simulated farm: it follows the rules of real controllers, with simulated relays and motors. */
import { acceptCommand } from '#contract/control/controller/accept-command.ts';
import { type Ack, type ActuatorState, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import { advanceKeeper, type Keeper, startedKeeper, withDocument } from '#contract/control/controller/keeper.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Controller } from '../control/engine/controllers.ts';

/** The last published state of an output, for publishing changes at once and the rest each minute. */
type Told = { word: string; at: number };

export type HouseKeeper = {
  /** The interface through which the server reaches it. */
  controller: Controller;
  /** Advances to `at`, epoch ms; `sensed` are the values of its sensors by code. */
  advance(at: number, sensed: Readonly<Record<string, number | null>>): void;
  /** Advances to now with the last sensor values. */
  tick(): void;
  /** Position of an output, %, and since when it has been on or off, epoch ms. */
  output(code: string): { levelPct: number; since: number };
};

type HouseKeeperDeps = {
  now(): number;
  heard: { ack(code: string, ack: Ack): void; state(code: string, state: ActuatorState): void };
};

/** `levels`: initial positions of motors; relays start off. */
export function createHouseKeeper(
  levels: Readonly<Record<string, number>>,
  { now, heard }: HouseKeeperDeps,
): HouseKeeper {
  let keeper = standingAt(startedKeeper(null, Object.keys(levels), now()), levels);
  let sensedLast: Readonly<Record<string, number | null>> = {};
  const told = new Map<string, Told>();

  const publish = (at: number) => {
    for (const code of Object.keys(keeper.outputs)) {
      const state = stateOf(keeper, code, at);
      if (!state) continue;
      const { levelPct, targetPct, isMoving, endsAt, source, fault } = state;
      const word = JSON.stringify([levelPct > 0, targetPct, isMoving, endsAt, source, fault]);
      const last = told.get(code);
      if (last?.word === word && at - last.at < MINUTE_MS) continue;
      told.set(code, { word, at });
      heard.state(code, state);
    }
  };
  const goOn = (at: number) => {
    keeper = advanceKeeper(keeper, Math.max(at, keeper.now), at, sensedLast);
  };

  return {
    controller: {
      isReachable: () => true,
      version: () => keeper.document?.version ?? 0,
      tell(document) {
        goOn(now());
        keeper = withDocument(keeper, document);
        publish(now());
      },
      send(code, { payload }, delivered) {
        delivered();
        const at = now();
        goOn(at);
        const received = { code, payload, isRetained: false, at, isClockTrusted: true };
        const { keeper: next, answer } = acceptCommand(keeper, received);
        keeper = next;
        heard.ack(code, answer);
        publish(at);
      },
      beat() {
        keeper = { ...keeper, heardAt: now() };
      },
    },
    advance(at, sensed) {
      sensedLast = sensed;
      goOn(at);
      publish(at);
    },
    tick() {
      goOn(now());
      publish(now());
    },
    output(code) {
      const { levelPct, changedAt } = keeper.outputs[code] ?? { levelPct: 0, changedAt: 0 };
      return { levelPct, since: changedAt };
    },
  };
}

function standingAt(keeper: Keeper, levels: Readonly<Record<string, number>>): Keeper {
  const outputs = Object.entries(keeper.outputs).map(([code, output]) => {
    const levelPct = levels[code] ?? 0;
    return [code, { ...output, levelPct, targetPct: levelPct }];
  });
  return { ...keeper, outputs: Object.fromEntries(outputs) };
}

function stateOf({ outputs, now }: Keeper, code: string, at: number): ActuatorState | undefined {
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
