import type { Hono } from 'hono';
import { getHeat, type HeatSettings, heatSettings, minuteOf, updateHeat } from '#contract/heat/heat.ts';
import { heatProblems } from '#contract/heat/heat-text.ts';
import type { Given } from '#contract/wire/write.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { findHeatCalendar } from '../growth-calendar/queries.ts';
import { check, type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { setHeat } from './commands.ts';
import { findHeat, findHeatView } from './queries.ts';

type HeatDeps = { store: Store; now(): number };

export function mountHeat(app: Hono<Env>, guards: Guards, deps: HeatDeps): void {
  route(app, guards, getHeat, async ({ params }) => (await findHeatView(deps.store, params.id)) ?? fail('NOT_FOUND'));

  write(app, deps, updateHeat, async ({ trx, store, params, body, audit }) => {
    const { base, ...mine } = body;
    const { settings: before, isSet, farmName } = (await findHeat(store, params.id)) ?? fail('NOT_FOUND');
    const merged = applyEdit({ ...inOrder(mine), base: base && inOrder(base) }, before);
    // Two valid edits may contradict each other: one raises the frost guard, the other lowers the night target.
    const settings = check<HeatSettings>(heatSettings, merged);
    if (settings.mode === 'calendar' && before.mode !== 'calendar' && !(await findHeatCalendar(store, params.id))) {
      failField('mode', heatProblems.noCalendar);
    }
    // Saving unchanged settings writes nothing, so the page keeps naming who changed them last.
    if (!isSet || JSON.stringify(settings) !== JSON.stringify(before)) {
      await setHeat(trx, params.id, settings);
      const line = { farmId: params.id, subjectId: params.id, subjectName: farmName };
      await audit({ action: 'heat.update', ...line, ...(isSet && { before }), after: settings });
    }
    const data = (await findHeatView(store, params.id)) ?? fail('INTERNAL');
    return { message: doneMessages.updated, data };
  });
}

/** Sorts bands by time of day, so that another order in the form is not a change. */
function inOrder<Fields extends Given<Pick<HeatSettings, 'bands'>>>(fields: Fields): Fields {
  const bands = fields.bands && [...fields.bands].sort((a, b) => minuteOf(a.from) - minuteOf(b.from));
  return bands ? { ...fields, bands } : fields;
}
