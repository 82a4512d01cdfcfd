import type { Hono } from 'hono';
import { type ActuatorSettings, actuatorSettings as actuatorForm } from '#contract/control/actuator.ts';
import { updateActuator } from '#contract/control/control-calls.ts';
import { controlDone, controlProblems } from '#contract/control/control-text.ts';
import { reservedCodes } from '#contract/control/controller/reserved-codes.ts';
import { builtInSettings, type InterlockSettings, interlockSettings } from '#contract/control/protection/interlock.ts';
import { updateInterlock } from '#contract/control/protection/protection-calls.ts';
import { interlockName } from '#contract/control/words/interlock-text.ts';
import type { Queries } from '../db/open.ts';
import { check } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { setActuator } from './actuators.ts';
import { builtInInterlocks } from './built-in-interlocks.ts';
import type { ControlDeps, View } from './control-deps.ts';
import { findEquipment } from './engine/equipment.ts';
import { saveInterlock } from './interlocks.ts';
import { findProtections } from './protections.ts';
import type { Reported } from './queries.ts';
import { requireActuator } from './require-actuator.ts';

/** Endpoints for what an owner says about equipment: its settings, and the interlocks that protect it. */
export function mountSettings(app: Hono<Env>, deps: ControlDeps, view: View, reports: Reported): void {
  mountActuators(app, deps, view, reports);
  mountInterlocks(app, deps, reports);
}

function mountActuators(app: Hono<Env>, deps: ControlDeps, view: View, reports: Reported): void {
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
