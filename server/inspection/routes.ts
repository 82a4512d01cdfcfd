import type { Hono } from 'hono';
import {
  calibrateInInspection,
  createInspection,
  deleteInspection,
  getInspection,
  type Inspection,
  inspectionChoices,
  inspectionFieldsOf,
  manageInspections,
  stepInspection,
  updateInspection,
} from '#contract/inspection/inspection.ts';
import type { InspectionState } from '#contract/inspection/inspection-names.ts';
import { needsReason, nextStates, timeDone } from '#contract/inspection/inspection-steps.ts';
import { inspectionDone, inspectionProblems } from '#contract/inspection/inspection-text.ts';
import { referenceProblem } from '#contract/inspection/proposal.ts';
import { seoulDate } from '#contract/time/time.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Queries, Store } from '../db/open.ts';
import { createOnce } from '../http/create-once.ts';
import { requireName } from '../http/require-name.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { addCalibration } from '../sensor/commands.ts';
import { addInspection, changeInspection, markInspectionDeleted, noteCalibration, takeStep } from './commands.ts';
import { findChoices, findInspection, pageOfInspections } from './queries.ts';

type InspectionDeps = { store: Store; now(): number };

const find = async (store: Queries, caller: Caller, id: string, now: number): Promise<Inspection> =>
  (await findInspection(store, caller, id, now)) ?? fail('NOT_FOUND');

export function mountInspections(app: Hono<Env>, guards: Guards, deps: InspectionDeps): void {
  const { store, now } = deps;
  route(app, guards, manageInspections, ({ caller, query }) => pageOfInspections(store, caller, query));
  route(app, guards, inspectionChoices, ({ params }) => findChoices(store, params.id));
  route(app, guards, getInspection, ({ caller, params }) => find(store, caller, params.id, now()));
  mountWrites(app, deps);
  mountStep(app, deps);
  mountCalibration(app, deps);
}

/** The fields that name an inspection in the audit log. */
const lineOf = ({ farmIndex, id, title }: Inspection) => ({ farmId: farmIndex, subjectId: id, subjectName: title });

function mountWrites(app: Hono<Env>, deps: InspectionDeps): void {
  write(app, deps, createInspection, async (call) => {
    const { trx, store, caller, body, at, audit } = call;
    // When it was made is not part of its content: who got no answer presses again later, and means the same inspection.
    const { id: given, at: madeAt, ...sent } = body;
    const create = async (id: string) => {
      await addInspection(trx, { ...sent, id }, { userId: caller.userId, at: timeDone(madeAt, at) });
      const made = await find(store, caller, id, at);
      await audit({ action: 'inspection.create', ...lineOf(made), after: body });
    };
    const asked = { farmId: body.farmIndex, id: given, content: ['inspection', sent] };
    const findById = (id: string) => findInspection(store, caller, id, at);
    return { message: doneMessages.created, data: await createOnce(call, asked, { find: findById, create }) };
  });

  write(
    app,
    deps,
    updateInspection,
    async ({ trx, store, caller, params, body, at, audit }) => {
      const found = await find(store, caller, params.id, at);
      const before = inspectionFieldsOf(found);
      const merged = applyEdit(body, before);
      await changeInspection(trx, { farmId: found.farmIndex, id: params.id }, found.kind, merged, before);
      const data = await find(store, caller, params.id, at);
      await audit({ action: 'inspection.update', ...lineOf(data), before, after: inspectionFieldsOf(data) });
      return { message: doneMessages.updated, data };
    },
    { edits: 'inspection.update' },
  );

  write(app, deps, deleteInspection, async ({ trx, store, caller, params, body, at, audit }) => {
    const found = await findInspection(store, caller, params.id, at);
    if (!found) return { message: doneMessages.deleted, data: { id: params.id } };
    requireName(body, found.title);
    await markInspectionDeleted(trx, { farmId: found.farmIndex, id: params.id }, at);
    await audit({ action: 'inspection.delete', ...lineOf(found), before: inspectionFieldsOf(found) });
    return { message: doneMessages.deleted, data: { id: params.id } };
  });
}

function mountStep(app: Hono<Env>, deps: InspectionDeps): void {
  write(
    app,
    deps,
    stepInspection,
    async ({ trx, store, caller, params, body, at, audit }) => {
      const found = await find(store, caller, params.id, at);
      const from = found.state;
      const { state: to } = applyEdit<{ state: InspectionState }>(
        { state: body.state, base: body.seen },
        { state: from },
      );
      // Somebody else has already made this step: the reason of this user is recorded, too.
      const isThere = to === from && body.seen !== undefined && body.seen.state !== from;
      if (!isThere && !nextStates(from).includes(to)) failField('state', inspectionProblems.step);
      if (!isThere && needsReason(from, to) && body.reason === '') failField('reason', inspectionProblems.reason);
      const step = { from, to, reason: body.reason };
      const by = { userId: caller.userId, at: timeDone(body.at, at, found.steps.at(-1)?.at) };
      await takeStep(trx, { farmId: found.farmIndex, id: params.id }, step, by);
      const before = { state: from };
      await audit({ action: 'inspection.step', ...lineOf(found), before, after: { state: to, reason: body.reason } });
      return { message: inspectionDone.stepped[to], data: await find(store, caller, params.id, at) };
    },
    { edits: 'inspection.step' },
  );
}

function mountCalibration(app: Hono<Env>, deps: InspectionDeps): void {
  const { tileChanges } = deps.store;
  write(app, deps, calibrateInInspection, async ({ trx, store, caller, params, body, at, audit }) => {
    const found = await find(store, caller, params.id, at);
    const { sensor, sensorIndex: channelId, farmIndex: farmId } = found;
    if (sensor === null || channelId === null) return failField('correction', inspectionProblems.noSensor);
    if (body.sinceOn > seoulDate(at)) failField('sinceOn', inspectionProblems.future);
    const problem = referenceProblem(sensor.type, body.referenceValue);
    if (problem !== undefined) failField('referenceValue', problem);
    const { seen, at: madeAt, ...comparison } = body;
    const before = { correction: sensor.correction };
    // The comparison assumed the correction of that time; refuse it when the correction has changed meanwhile.
    applyEdit({ correction: body.correction, base: seen }, before);
    const by = { userId: caller.userId, at: timeDone(madeAt, at, found.steps.at(-1)?.at) };
    await addCalibration({ trx, tileChanges }, { farmId, channelId }, comparison, by);
    await noteCalibration(trx, { farmId, id: params.id }, comparison, by);
    const { sinceOn, correction } = comparison;
    const ofSensor = { farmId, subjectId: channelId, subjectName: found.target ?? found.title };
    await audit({ action: 'sensor.calibrate', ...ofSensor, before, after: { sinceOn, correction } });
    await audit({ action: 'inspection.calibrate', ...lineOf(found), before, after: comparison });
    return { message: inspectionDone.calibrated, data: await find(store, caller, params.id, at) };
  });
}
