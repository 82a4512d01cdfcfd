import type { Hono } from 'hono';
import { controlLog, getCommand, getControl } from '#contract/control/control-calls.ts';
import { getProtections } from '#contract/control/protection/protection-calls.ts';
import type { Queries } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import type { ControlDeps } from './control-deps.ts';
import { pageOfDecisions } from './decisions.ts';
import { mountManual } from './manual-routes.ts';
import { findProtections } from './protections.ts';
import { findCommand, findControl, reportedBy } from './queries.ts';
import { mountSettings } from './settings-routes.ts';
import { mountStops } from './stop-routes.ts';

/** Endpoints for the state of equipment, manual commands and the log. */
export function mountControl(app: Hono<Env>, guards: Guards, deps: ControlDeps): void {
  const reports = reportedBy(deps);
  const view = (store: Queries, farmId: number) => findControl(store, farmId, { reports, now: deps.now() });
  route(app, guards, getControl, ({ params }) => view(deps.store, params.id));
  route(app, guards, getProtections, ({ params }) => findProtections(deps.store, params.id, reports));
  route(app, guards, controlLog, ({ params, query }) => pageOfDecisions(deps.store, params.id, query));
  route(app, guards, getCommand, async ({ params }) => (await findCommand(deps.store, params.id)) ?? fail('NOT_FOUND'));
  mountManual(app, deps, view);
  mountStops(app, deps, view);
  mountSettings(app, deps, view, reports);
}
