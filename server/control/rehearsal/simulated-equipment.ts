import { acceptCommand } from '#contract/control/controller/accept-command.ts';
import { EXPIRY_MS } from '#contract/control/controller/command.ts';
import { advanceCore, type ControllerCore, restartedCore, withDocument } from '#contract/control/controller/core.ts';
import type { HeatSettings } from '#contract/heat/heat.ts';
import type { Planned, Reported, Result } from '../decide/world.ts';
import { limitsOf } from '../engine/control-document.ts';
import type { Equipment, EquipmentActuator } from '../engine/equipment.ts';
import { orderOf, wireOf } from '../engine/order.ts';

const TERM = 1;

/** Simulated equipment behind the same controller logic as real equipment. */
export type SimulatedEquipment = {
  /** Advances to `at`; `sensed` gives the present sensor values by channel. */
  advance(at: number, sensed: (channel: number) => number | null): void;
  /** Executes commands; returns the refused ones. */
  take(commands: readonly Planned[]): readonly Result[];
  states(): Reported[];
  /**
   * Present level, epoch ms of the last change between on and off, and the rule whose command set it; null without a
   * rule.
   */
  output(channel: number): { levelPct: number; since: number; isMoving: boolean; rule: string | null };
  /** When the next run ends by itself, epoch ms; Infinity without one. */
  nextEndAt(): number;
};

/** `levels` are the initial positions of motors; everything else is at rest. Contains commanded actuators only. */
export function createSimulatedEquipment(
  equipment: Equipment,
  heat: HeatSettings,
  begin: number,
  levels: (channel: number) => number,
): SimulatedEquipment {
  const actuators = equipment.actuators.filter(({ settings }) => settings.isCommanded);
  const keepers = new Map<string, ControllerCore>();
  /** Sensors that the controller itself uses: those of guards, and meters of pumps. */
  const heeded = new Map<string, Equipment['sensors']>();
  for (const device of new Set(actuators.map((one) => one.device))) {
    const core = startOf(device, actuators, { equipment, heat, begin, levels });
    const { guards = [], channels = {} } = core.document ?? {};
    const meters = Object.values(channels).flatMap(({ dryRun, meter }) => [dryRun?.flow, meter]);
    const codes = [...guards.map(({ sensor }) => sensor), ...meters];
    keepers.set(device, core);
    heeded.set(
      device,
      equipment.sensors.filter((one) => one.device === device && codes.includes(one.code)),
    );
  }
  const movedBy = new Map<number, string | null>();
  let seq = 0;
  let now = begin;
  const outputOf = ({ device, code }: EquipmentActuator) => keepers.get(device)?.outputs[code];

  return {
    advance(at, sensed) {
      now = at;
      for (const [device, core] of keepers) {
        const said = Object.fromEntries((heeded.get(device) ?? []).map(({ code, channel }) => [code, sensed(channel)]));
        keepers.set(device, advanceCore({ ...core, heardAt: at }, at, at, said));
      }
    },
    take: (commands) =>
      commands.flatMap((planned): Result[] => {
        const wired = actuators.find(({ channel }) => channel === planned.channel);
        const core = wired && keepers.get(wired.device);
        if (!core) return [];
        seq += 1;
        const sending = { term: TERM, seq, issuedAt: now, expiresAt: now + EXPIRY_MS.command };
        const payload = wireOf(orderOf(planned, sending));
        const received = { code: wired.code, payload, isRetained: false, at: now, isClockTrusted: true };
        const { core: next, answer } = acceptCommand(core, received);
        keepers.set(wired.device, next);
        if (answer.status === 'refused') {
          return [{ id: planned.id, channel: planned.channel, status: 'refused', code: answer.code ?? '' }];
        }
        if (planned.do === 'on' || planned.do === 'position') movedBy.set(planned.channel, planned.rule);
        return [];
      }),
    states: () =>
      actuators.flatMap((actuator): Reported[] => {
        const output = outputOf(actuator);
        if (!output) return [];
        const { levelPct, targetPct, endsAt, dose, run } = output;
        const endsInMs = endsAt === null ? null : endsAt - now;
        const dosed = dose && { run: dose.run, litres: dose.givenL };
        const isMoving = levelPct !== targetPct;
        return [{ channel: actuator.channel, levelPct, isMoving, at: now, endsInMs, dosed, run }];
      }),
    output(channel) {
      const actuator = actuators.find((one) => one.channel === channel);
      const standing = { levelPct: 0, targetPct: 0, changedAt: 0 };
      const { levelPct, targetPct, changedAt } = (actuator && outputOf(actuator)) ?? standing;
      return { levelPct, since: changedAt, isMoving: levelPct !== targetPct, rule: movedBy.get(channel) ?? null };
    },
    nextEndAt: () =>
      Math.min(Number.POSITIVE_INFINITY, ...actuators.map((one) => outputOf(one)?.endsAt ?? Number.POSITIVE_INFINITY)),
  };
}

function startOf(
  device: string,
  actuators: readonly EquipmentActuator[],
  given: { equipment: Equipment; heat: HeatSettings; begin: number; levels: (channel: number) => number },
): ControllerCore {
  const { equipment, heat, begin, levels } = given;
  const own = actuators.filter((one) => one.device === device);
  const codes = own.map(({ code }) => code);
  const document = { ...limitsOf(equipment, heat, { lockOuts: [], stop: null }, device), version: 1, term: TERM };
  const core = withDocument(restartedCore(null, codes, begin), document);
  const standing = own.flatMap((actuator) => {
    const output = core.outputs[actuator.code];
    if (!output || actuator.settings.travelOpenSec === null) return [];
    const levelPct = levels(actuator.channel);
    return [[actuator.code, { ...output, levelPct, targetPct: levelPct }] as const];
  });
  return { ...core, outputs: { ...core.outputs, ...Object.fromEntries(standing) } };
}
