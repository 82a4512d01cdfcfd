import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { type ActuatorSettings, actuatorSettings as actuatorForm, actuatorRows } from '#contract/control/actuator.ts';
import {
  clearRule,
  clearTrip,
  controlLog,
  endOverride,
  getCommand,
  getControl,
  HELD_KEY,
  holdKey,
  liftLockOut,
  liftStopAll,
  lockOut,
  peopleInside,
  peopleLeft,
  releaseKey,
  setOverride,
  stopAll,
  updateActuator,
} from '#contract/control/control-calls.ts';
import { controlDone, controlProblems, PEOPLE_INSIDE } from '#contract/control/control-text.ts';
import { reservedCodes } from '#contract/control/controller/reserved-codes.ts';
import { builtInSettings, type InterlockSettings, interlockSettings } from '#contract/control/protection/interlock.ts';
import { getProtections, updateInterlock } from '#contract/control/protection/protection-calls.ts';
import { interlockName } from '#contract/control/words/interlock-text.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { requireName } from '../http/require-name.ts';
import { check, type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import { rightOn } from '../kernel/access/access.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { setActuator } from './actuators.ts';
import { builtInInterlocks } from './built-in-interlocks.ts';
import {
  deleteLockOut,
  deleteOverride,
  deleteTimedLockOuts,
  deleteTrip,
  noteCleared,
  releaseHeldKey,
  renewHeldKey,
  resumeFarm,
  saveLockOut,
  saveOverride,
  stopFarm,
} from './commands.ts';
import { pageOfDecisions } from './decisions.ts';
import type { Controllers } from './engine/controllers.ts';
import type { Engine } from './engine/engine.ts';
import { type EquipmentActuator, findEquipment } from './engine/equipment.ts';
import { ALL_SUPPLIES, findHeld, locksAt } from './engine/held.ts';
import { saveInterlock } from './interlocks.ts';
import { findProtections } from './protections.ts';
import { findCommand, findControl, type Reported, reportedBy } from './queries.ts';
import { ruleNames } from './rules.ts';

type ControlDeps = { store: Store; engine: Engine; controllers: Controllers; now(): number };

/** Endpoints for the state of equipment, manual commands and the log. */
export function mountControl(app: Hono<Env>, guards: Guards, deps: ControlDeps): void {
  const reports = reportedBy(deps);
  const view = (store: Queries, farmId: number) => findControl(store, farmId, { reports, now: deps.now() });
  route(app, guards, getControl, ({ params }) => view(deps.store, params.id));
  route(app, guards, getProtections, ({ params }) => findProtections(deps.store, params.id, reports));
  route(app, guards, controlLog, ({ params, query }) => pageOfDecisions(deps.store, params.id, query));
  route(app, guards, getCommand, async ({ params }) => (await findCommand(deps.store, params.id)) ?? fail('NOT_FOUND'));
  mountHands(app, deps, view);
  mountKeys(app, deps, view);
  mountStops(app, deps, view);
  mountLocks(app, deps, view);
  mountPeople(app, deps, view);
  mountSettings(app, deps, view, reports);
  mountInterlocks(app, deps, reports);
}

type View = (store: Queries, farmId: number) => ReturnType<typeof findControl>;

/** The actuator with an index, and its farm. */
async function requireActuator(store: Queries, channel: number): Promise<EquipmentActuator & { farmId: number }> {
  const row = await store.db
    .selectFrom('channel')
    .select('farm_id as farmId')
    .where('channel_id', '=', channel)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return fail('NOT_FOUND');
  return { ...(await actuatorOn(store, row.farmId, channel)), farmId: row.farmId };
}

async function actuatorOn(store: Queries, farmId: number, channel: number): Promise<EquipmentActuator> {
  const { actuators } = await findEquipment(store, farmId);
  return actuators.find((one) => one.channel === channel) ?? fail('NOT_FOUND');
}

function mountHands(app: Hono<Env>, deps: ControlDeps, view: View): void {
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
    const actuator = await actuatorOn(store, farmId, channel);
    await deleteOverride(trx, { farmId, channel });
    await audit({ action: 'control.release', farmId, subjectId: channel, subjectName: actuator.name });
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.released, data: await view(store, farmId) };
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
  const actuator = await actuatorOn(store, farmId, channel);
  if (!actuator.settings.isCommanded) fail('NOT_COMMANDED');
  const held = await findHeld(store, farmId);
  const isStopped = held.stopAll !== null && held.stopAll.setAt + held.stopAll.forMin * MINUTE_MS > at;
  if (isStopped || locksAt(held, at).some((one) => one.channel === channel)) fail('LOCKED_OUT');
  if (held.trips.some((one) => one.channel === channel)) fail('TRIPPED');
  const limit = engine.interlock(farmId, channel);
  if (limit && levelPct > limit.most) fail('INTERLOCKED', { message: controlProblems.interlocked(limit.by) });
  if (!controllers.of(farmId, actuator.device)) fail('CONTROLLER_OFFLINE');
  return actuator;
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
    const { name } = await actuatorOn(store, farmId, channel);
    const line = { farmId, subjectId: channel, subjectName: name, after: { isHeld: false } };
    if (await releaseHeldKey(trx, { farmId, channel }, at)) await audit({ action: 'control.override', ...line });
    afterCommit(() => engine.decideNow(farmId));
    return { message: controlDone.heldStill, data: await view(store, farmId) };
  });
}

function mountStops(app: Hono<Env>, deps: ControlDeps, view: View): void {
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

function mountSettings(app: Hono<Env>, deps: ControlDeps, view: View, reports: Reported): void {
  write(app, deps, updateActuator, async ({ trx, store, params: { id: channel }, body, audit, afterCommit }) => {
    const { farmId, name, type, settings: before, device, code } = await requireActuator(store, channel);
    const settings = check<ActuatorSettings>(actuatorForm(type), applyEdit(body, before));
    await requireOwnChannels(store, farmId, settings);
    if (settings.isCommanded && !before.isCommanded) await requireWay(store, farmId, device, reports);
    const state = reports.reported(farmId, device, code)?.state;
    const runs = state !== undefined && (state.isMoving || (state.endsAt !== null && state.levelPct > 0));
    if (!settings.isCommanded && before.isCommanded && runs) failField('isCommanded', controlProblems.stillRuns);
    await setActuator(trx, { farmId, channel }, settings);
    await audit({ action: 'actuator.update', farmId, subjectId: channel, subjectName: name, before, after: settings });
    afterCommit(() => deps.engine.wake(farmId));
    return { message: controlDone.saved, data: await view(store, farmId) };
  });
}

/** The owner's say about interlocks. It is kept per actuator, so renaming or moving changes nothing of it. */
function mountInterlocks(app: Hono<Env>, deps: ControlDeps, reports: Reported): void {
  write(
    app,
    deps,
    updateInterlock,
    async ({ trx, store, params: { id: channel, interlock: code }, body, caller, at, audit, afterCommit }) => {
      const { farmId, name } = await requireActuator(store, channel);
      const { actuators, sensors, own } = await findEquipment(store, farmId);
      const protecting = builtInInterlocks(actuators, sensors, own);
      if (!protecting.some((one) => one.code === code && one.subject.includes(channel))) fail('NOT_FOUND');
      const before = own.find((one) => one.channel === channel && one.code === code)?.settings ?? builtInSettings;
      const settings = check<InterlockSettings>(interlockSettings(code), applyEdit(body, before));
      await saveInterlock(trx, { farmId, channel, code }, settings, { userId: caller.userId, at });
      const subject = { farmId, subjectId: channel, subjectName: `${name} · ${interlockName(code, settings)}` };
      await audit({ action: 'interlock.update', ...subject, before, after: settings });
      afterCommit(() => deps.engine.wake(farmId));
      return { message: controlDone.saved, data: await findProtections(store, farmId, reports) };
    },
  );
}

/** Requires a connected controller, and no channel of its device with a reserved code. */
async function requireWay(store: Queries, farmId: number, device: string, reports: Reported): Promise<void> {
  const { actuators, sensors } = await findEquipment(store, farmId);
  const own = [...actuators, ...sensors].filter((one) => one.device === device);
  const taken = own.find(({ code }) => reservedCodes.includes(code));
  if (taken) failField('isCommanded', controlProblems.reservedCode(taken.code));
  if (!reports.isReachable(farmId, device)) failField('isCommanded', controlProblems.noWay);
}

/** Requires that upstream actuators and meters belong to the same farm. */
async function requireOwnChannels(store: Queries, farmId: number, settings: ActuatorSettings): Promise<void> {
  const { actuators, sensors } = await findEquipment(store, farmId);
  const feeds = actuators.filter(({ type }) => type === 'PUMP' || type === 'MWATER').map(({ channel }) => channel);
  if (settings.upstream.some((one) => !feeds.includes(one))) failField('upstream', controlProblems.anyActuator);
  const meters = sensors.filter(({ type }) => type === 'FLOW_RATE').map(({ channel }) => channel);
  if (settings.flowChannel !== null && !meters.includes(settings.flowChannel)) {
    failField('flowChannel', controlProblems.anyMeter);
  }
}
