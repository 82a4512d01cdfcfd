import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import {
  clearRule,
  clearTrip,
  liftLockOut,
  liftStopAll,
  lockOut,
  peopleInside,
  peopleLeft,
  stopAll,
} from '#contract/control/control-calls.ts';
import { controlDone, controlProblems, PEOPLE_INSIDE } from '#contract/control/control-text.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { requireName } from '../http/require-name.ts';
import { write } from '../http/write.ts';
import { rightOn } from '../kernel/access/access.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import {
  deleteLockOut,
  deleteOverride,
  deleteTimedLockOuts,
  deleteTrip,
  noteCleared,
  resumeFarm,
  saveLockOut,
  stopFarm,
} from './commands.ts';
import type { ControlDeps, View } from './control-deps.ts';
import { findEquipment } from './engine/equipment.ts';
import { ALL_SUPPLIES, findHeld, locksAt } from './engine/held.ts';
import { requireActuator } from './require-actuator.ts';
import { ruleNames } from './rules.ts';

/** Endpoints for what keeps equipment from moving: a stop of everything, people inside, locks and trips. */
export function mountStops(app: Hono<Env>, deps: ControlDeps, view: View): void {
  mountStopAll(app, deps, view);
  mountPeople(app, deps, view);
  mountLocks(app, deps, view);
}

function mountStopAll(app: Hono<Env>, deps: ControlDeps, view: View): void {
  const { engine } = deps;

  write(app, deps, stopAll, async ({ trx, store, params: { id: farmId }, body, caller, at, audit, afterCommit }) => {
    const { minutes } = body;
    await stopFarm(trx, farmId, { id: randomUUID(), minutes }, { userId: caller.userId, at });
    await audit({ action: 'control.stop', farmId, subjectId: farmId, subjectName: '', after: { minutes } });
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.stopped, data: await view(store, farmId) };
  });

  write(app, deps, liftStopAll, async ({ trx, store, params: { id: farmId }, audit, afterCommit }) => {
    await resumeFarm(trx, farmId);
    await audit({ action: 'control.go-on', farmId, subjectId: farmId, subjectName: '' });
    afterCommit(() => engine.wake(farmId));
    return { message: controlDone.goesOn, data: await view(store, farmId) };
  });
}

/** While people are inside, all CO2 supplies are locked, at their controllers, too. */
function mountPeople(app: Hono<Env>, deps: ControlDeps, view: View): void {
  const { engine } = deps;

  write(
    app,
    deps,
    peopleInside,
    async ({ trx, store, params: { id: farmId }, body, caller, at, audit, afterCommit }) => {
      const { actuators } = await findEquipment(store, farmId);
      const supplies = actuators.filter(({ type, settings }) => type === 'CO2_SUPPLY' && settings.isCommanded);
      if (supplies.length === 0) fail('NOT_COMMANDED');
      const held = { reason: PEOPLE_INSIDE, endsAt: at + body.minutes * MINUTE_MS };
      await saveLockOut(trx, { farmId, channel: ALL_SUPPLIES }, held, { userId: caller.userId, at });
      for (const { channel } of supplies) await deleteOverride(trx, { farmId, channel });
      await audit({ action: 'control.people-inside', farmId, subjectId: farmId, subjectName: '', after: body });
      afterCommit(() => engine.decideNow(farmId));
      return { message: controlDone.peopleInside, data: await view(store, farmId) };
    },
  );

  write(app, deps, peopleLeft, async ({ trx, store, params: { id: farmId }, audit, afterCommit }) => {
    await deleteTimedLockOuts(trx, farmId);
    await audit({ action: 'control.people-left', farmId, subjectId: farmId, subjectName: '' });
    afterCommit(() => engine.wake(farmId));
    return { message: controlDone.peopleLeft, data: await view(store, farmId) };
  });
}

function mountLocks(app: Hono<Env>, deps: ControlDeps, view: View): void {
  const { engine } = deps;

  write(app, deps, lockOut, async ({ trx, store, params: { id: channel }, body, caller, at, audit, afterCommit }) => {
    const { farmId, name } = await requireActuator(store, channel);
    const held = locksAt(await findHeld(store, farmId), at);
    // A lock for a repair has priority and remains.
    if (held.some((one) => one.channel === channel && one.endsAt === null)) fail('LOCKED_OUT');
    await saveLockOut(trx, { farmId, channel }, { reason: body.reason, endsAt: null }, { userId: caller.userId, at });
    await audit({ action: 'control.lock', farmId, subjectId: channel, subjectName: name, after: body });
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.locked, data: await view(store, farmId) };
  });

  write(app, deps, liftLockOut, async ({ trx, store, params: { id: channel }, body, caller, audit, afterCommit }) => {
    const { farmId, name } = await requireActuator(store, channel);
    const { lockOuts } = await findHeld(store, farmId);
    const own = lockOuts.find((one) => one.channel === channel && one.endsAt === null);
    if (own && own.userId !== caller.userId) {
      // Whoever locked it may have a hand in it.
      const isOwner = (await rightOn(store, caller, farmId)) === 'own';
      if (!isOwner) fail('FORBIDDEN', { message: controlProblems.lockedByOther(own.by) });
      requireName({ confirmName: body.confirmName ?? '' }, own.by);
    }
    await deleteLockOut(trx, { farmId, channel });
    const line = { farmId, subjectId: channel, subjectName: name };
    if (own) await audit({ action: 'control.unlock', ...line, before: { reason: own.reason, by: own.by } });
    afterCommit(() => engine.wake(farmId));
    return { message: controlDone.unlocked, data: await view(store, farmId) };
  });

  write(app, deps, clearTrip, async ({ trx, store, params: { id: channel }, body, audit, afterCommit }) => {
    const { farmId, name } = await requireActuator(store, channel);
    await deleteTrip(trx, { farmId, channel });
    await audit({ action: 'control.clear-trip', farmId, subjectId: channel, subjectName: name, after: body });
    afterCommit(() => engine.wake(farmId));
    return { message: controlDone.tripCleared, data: await view(store, farmId) };
  });

  write(
    app,
    deps,
    clearRule,
    async ({ trx, store, params: { id: farmId }, body: { rule, note }, audit, afterCommit }) => {
      const name = (await ruleNames(store, farmId)).get(rule) ?? fail('NOT_FOUND');
      await noteCleared(trx, farmId, rule);
      await audit({ action: 'control.clear-rule', farmId, subjectId: rule, subjectName: name, after: { note } });
      afterCommit(() => engine.wake(farmId));
      return { message: controlDone.ruleCleared, data: await view(store, farmId) };
    },
  );
}
