import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { type Rehearsal, rehearseRule } from '#contract/control/rehearsal/rehearsal.ts';
import { rehearsalDone } from '#contract/control/rehearsal/rehearsal-text.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { ruleCalls } from '#contract/control/rule/rule-calls.ts';
import { equipmentOf } from '#contract/control/rule/rule-equipment.ts';
import { problemsOnFarm } from '#contract/control/rule/rule-fit.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Store } from '../db/open.ts';
import { write } from '../http/write.ts';
import { requireFarm, requirePage, rightsIn } from '../kernel/access/access.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { createOneAtATime } from '../kernel/process/one-at-a-time.ts';
import type { RealSources } from '../weather/places.ts';
import { withNames } from './decisions.ts';
import { createPace } from './rehearsal/pace.ts';
import { loadPastOf } from './rehearsal/past.ts';
import { rehearse } from './rehearsal/rehearse.ts';
import type { FindHouses } from './rehearsal/simulated-houses.ts';
import { findRuleChoices } from './rule-rows.ts';

type RehearsalDeps = { store: Store; real: RealSources; findHouses: FindHouses | undefined; now(): number };

/** Time limit of a rehearsal, since a user waits; the answer contains what was calculated by then. */
const MOST_MS = 9 * SECOND_MS;
/** A rehearsal whose process has ended holds up others for at most this long. */
const GIVEN_UP_MS = MINUTE_MS;

/** Tries a rule on the past of its farm. Only the audit entry is stored. */
export function mountRehearsal(app: Hono<Env>, deps: RehearsalDeps): void {
  /** One at a time for a caller and for a farm, because it needs much of the processor. */
  const begin = createOneAtATime(deps.store, deps.now, GIVEN_UP_MS);
  write<typeof rehearseRule, Rehearsal>(
    app,
    deps,
    rehearseRule,
    async ({ body: { farmIndex, id, fields }, prepared, audit }) => {
      const line = { farmId: farmIndex, subjectId: id ?? fields.family, subjectName: fields.name };
      await audit({ action: 'control.rehearse', ...line });
      return { message: rehearsalDone, data: prepared };
    },
    {
      async prepare({ body, caller }, signal) {
        await requireOwn(deps.store, caller, body);
        const names = [`rehearsal of user ${caller.userId}`, `rehearsal on farm ${body.farmIndex}`];
        const end = (await begin(names)) ?? fail('REHEARSAL_RUNNING', { retryAfterS: MOST_MS / SECOND_MS });
        return rehearseNow(deps, body, signal).finally(end);
      },
    },
  );
}

type Body = BodyOf<typeof rehearseRule>;

/** Requires the right to write the rule: on the page of its family, and on its farm. */
async function requireOwn(store: Store, caller: Caller, { id, fields }: Body): Promise<void> {
  const rights = rightsIn(store);
  const { update } = ruleCalls[fields.family];
  await requirePage(rights, caller, update);
  if (id !== undefined) await requireFarm(rights, caller, update, { params: { id }, query: {}, body: {} });
}

async function rehearseNow(
  { store, real, findHouses, now }: RehearsalDeps,
  body: Body,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const { farmIndex, id, days } = body;
  const choices = await findRuleChoices(store, farmIndex);
  const known = choices.rules.find((one) => one.id === id);
  if (id !== undefined && known?.fields.family !== body.fields.family) fail('NOT_FOUND');
  // The rule is treated as enabled and acting, because rules are tried before that.
  const fields = { ...body.fields, enabled: true, mode: 'act' } as const;
  const problems = problemsOnFarm({ ...fields, enabled: false }, equipmentOf(choices, fields.cropId));
  const details = problems.map(([path, message]) => {
    return { field: ['fields', ...path].join('.'), problem: 'custom', message };
  });
  if (details.length > 0) fail('VALIDATION', { field: details[0]?.field, details });
  const end = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
  const begin = startOfSeoulDay(end) - (days - 1) * DAY_MS;
  const createdAt = known ? Date.parse(known.createdAt) : end;
  const rule: Rule = { id: id ?? randomUUID(), createdAt, fields };
  const pace = createPace(MOST_MS, signal);
  const { isClosedLoop = false } = body;
  const asked = { farmId: farmIndex, rule, begin, end, isClosedLoop, findHouses };
  const past = await loadPastOf(store, real, asked, pace);
  if (!past) fail('NOT_FOUND');
  const found = await rehearse(past, pace);
  const rows = await withNames(
    store,
    farmIndex,
    found.blocks.map((block) => block.row),
  );
  return { ...found, blocks: found.blocks.map((block, place) => ({ ...block, row: rows[place] ?? block.row })) };
}
