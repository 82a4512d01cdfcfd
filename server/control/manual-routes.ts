import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { actuatorRows } from '#contract/control/actuator.ts';
import { endOverride, HELD_KEY, holdKey, releaseKey, setOverride } from '#contract/control/control-calls.ts';
import { controlDone, controlProblems } from '#contract/control/control-text.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail, failField } from '../kernel/fail.ts';
import { deleteOverride, releaseHeldKey, renewHeldKey, saveOverride } from './commands.ts';
import type { ControlDeps, View } from './control-deps.ts';
import type { EquipmentActuator } from './engine/equipment.ts';
import { findHeld, locksAt } from './engine/held.ts';
import { requireActuatorOn } from './require-actuator.ts';

/** Endpoints for equipment that is moved by hand: for a time, or while a key is held. */
export function mountManual(app: Hono<Env>, deps: ControlDeps, view: View): void {
  mountOverrides(app, deps, view);
  mountKeys(app, deps, view);
}

function mountOverrides(app: Hono<Env>, deps: ControlDeps, view: View): void {
  const { engine } = deps;

  write(
    app,
    deps,
    setOverride,
    async ({ trx, store, params: { id: farmId }, body, caller, at, audit, afterCommit }) => {
      const { channel, levelPct, minutes, litres = null } = body;
      const actuator = await requireMovable(store, deps, farmId, body, at);
      const hand = { id: randomUUID(), levelPct, endsAt: at + Math.round(minutes * MINUTE_MS), litres };
      await saveOverride(trx, { farmId, channel }, hand, { userId: caller.userId, at });
      const line = { farmId, subjectId: channel, subjectName: actuator.name };
      await audit({ action: 'control.override', ...line, after: { levelPct, minutes, litres } });
      afterCommit(() => engine.decideNow(farmId));
      return { message: controlDone.asked, data: await view(store, farmId) };
    },
  );

  write(app, deps, endOverride, async ({ trx, store, params: { id: farmId, channel }, audit, afterCommit }) => {
    const actuator = await requireActuatorOn(store, farmId, channel);
    await deleteOverride(trx, { farmId, channel });
    await audit({ action: 'control.release', farmId, subjectId: channel, subjectName: actuator.name });
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.released, data: await view(store, farmId) };
  });
}

/** Calls for motors that turn while a key is held; they decide at once instead of waiting for the next run. */
function mountKeys(app: Hono<Env>, deps: ControlDeps, view: View): void {
  const { engine } = deps;

  write(app, deps, holdKey, async ({ trx, store, params: { id: farmId }, body, caller, at, audit, afterCommit }) => {
    const { channel, levelPct, minutes, isAgain } = body;
    const actuator = await requireMovable(store, deps, farmId, body, at);
    if (actuatorRows[actuator.type].kind !== 'position') failField('channel', controlProblems.onlyMotor);
    const heldUntil = at + HELD_KEY.leaseSec * SECOND_MS;
    const hand = { id: randomUUID(), levelPct, endsAt: at + Math.round(minutes * MINUTE_MS), litres: null, heldUntil };
    const act = { userId: caller.userId, at };
    if (!(await renewHeldKey(trx, { farmId, channel }, hand, act))) {
      // A delayed repetition must not start what was released meanwhile.
      if (isAgain) fail('HOLD_RELEASED');
      await saveOverride(trx, { farmId, channel }, hand, act);
      const line = { farmId, subjectId: channel, subjectName: actuator.name };
      await audit({ action: 'control.override', ...line, after: { levelPct, minutes, isHeld: true } });
    }
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.heldOn, data: await view(store, farmId) };
  });

  write(app, deps, releaseKey, async ({ trx, store, params: { id: farmId, channel }, at, audit, afterCommit }) => {
    const { name } = await requireActuatorOn(store, farmId, channel);
    const line = { farmId, subjectId: channel, subjectName: name, after: { isHeld: false } };
    if (await releaseHeldKey(trx, { farmId, channel }, at)) await audit({ action: 'control.override', ...line });
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.heldStill, data: await view(store, farmId) };
  });
}

/** Requires an actuator that a manual override may move now. */
async function requireMovable(
  store: Queries,
  { engine, controllers }: ControlDeps,
  farmId: number,
  { channel, levelPct }: { channel: number; levelPct: number },
  at: number,
): Promise<EquipmentActuator> {
  const actuator = await requireActuatorOn(store, farmId, channel);
  if (!actuator.settings.isCommanded) fail('NOT_COMMANDED');
  // A pump alone would run against shut valves.
  if (levelPct > 0 && actuatorRows[actuator.type].isUpstreamOnly) failField('channel', controlProblems.followsValves);
  // It would be taken, and wait until the clock is right again: whoever pressed believes that it moves now.
  const isSwitchOff = levelPct === 0 && actuatorRows[actuator.type].kind !== 'position';
  if (!isSwitchOff && !engine.isClockTrusted()) fail('CLOCK_UNTRUSTED');
  const held = await findHeld(store, farmId);
  const isStopped = held.stopAll !== null && held.stopAll.setAt + held.stopAll.forMin * MINUTE_MS > at;
  if (isStopped || locksAt(held, at).some((one) => one.channel === channel)) fail('LOCKED_OUT');
  if (held.trips.some((one) => one.channel === channel)) fail('TRIPPED');
  const limit = engine.interlock(farmId, channel);
  if (limit && levelPct > limit.most) fail('INTERLOCKED', { message: controlProblems.interlocked(limit.by) });
  if (!controllers.of(farmId, actuator.device)) fail('CONTROLLER_OFFLINE');
  return actuator;
}
