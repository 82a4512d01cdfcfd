import type { Hono } from 'hono';
import {
  type ControlMatter,
  type Exclusion,
  exclude,
  exclusions,
  liftExclusion,
  type Quality,
  quality,
} from '#contract/quality/quality.ts';
import { qualityDone, qualityProblems } from '#contract/quality/quality-text.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Config } from '../config.ts';
import type { Queries, Store } from '../db/open.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';
import { deviceNames } from '../device/queries.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import { countRefused } from '../ingest/refused-readings.ts';
import { listUnknown } from '../ingest/unknown-readings.ts';
import { listOpen } from '../inspection/queries.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail, failField } from '../kernel/fail.ts';
import { findChannels } from '../monitor/queries.ts';
import { addExclusion, endExclusion } from './commands.ts';
import { findExclusion, findQuality, listExcluded } from './queries.ts';
import { rebuildableSince, rebuildExcluded } from './rebuild-rollups.ts';

type QualityDeps = {
  store: Store;
  config: Pick<Config, 'retentionDays'>;
  /** Open matters of equipment and control rules. */
  controlMatters(farmId: number): Promise<ControlMatter[]>;
  now(): number;
};

const channelOf = async (store: Queries, index: number) => {
  const [channel] = await findChannels(store, [index]);
  return channel ?? fail('NOT_FOUND');
};

export function mountQuality(app: Hono<Env>, guards: Guards, deps: QualityDeps): void {
  const { store, now } = deps;
  const keptAt = (at: number) => rebuildableSince(store, at, deps.config.retentionDays.raw);
  const found = async (store: Queries, id: number) =>
    (await findExclusion(store, id, keptAt(now()))) ?? fail('NOT_FOUND');
  const remember = writeInvalidatedCache<Quality>(store, ['farms', 'readings', 'people']);
  route(app, guards, quality, async ({ params: { farmId } }) => {
    // Besides writes, only time changes the answer, because sensors become silent; so one minute shares a cache entry.
    const found = await remember(`${farmId} ${Math.floor(now() / MINUTE_MS)}`, () =>
      findQuality(store, farmId, { now: now(), keptSince: keptAt(now()) }),
    );
    const refused = await countRefused(store, farmId, { since: now() - DAY_MS, now: now() });
    const unknown = await listUnknown(store, farmId, now());
    const names = refused.length > 0 ? await deviceNames(store, farmId) : new Map<number, string>();
    return {
      ...found,
      unknown,
      inspections: await listOpen(store, farmId),
      control: await deps.controlMatters(farmId),
      refusals: refused.flatMap(({ deviceId, ...count }) => {
        const deviceName = names.get(deviceId);
        return deviceName === undefined ? [] : [{ ...count, deviceIndex: deviceId, deviceName }];
      }),
    };
  });

  route(app, guards, exclusions, ({ params: { farmId } }) => listExcluded(store, farmId));

  const bring = async (farmId: number, { id, channelIndex, from, to, lifted }: Exclusion, at: number) => {
    await rebuildExcluded(store, {
      id,
      farmId,
      channelId: channelIndex,
      liftedAt: lifted?.at ?? null,
      from: Math.max(from, keptAt(at)),
      to,
    });
  };

  write(app, deps, exclude, async ({ trx, store, caller, body, at, audit, afterCommit }) => {
    if (body.from > at) failField('from', qualityProblems.future);
    if (body.from < keptAt(at)) failField('from', qualityProblems.tooOld);
    const { farmId, name } = await channelOf(store, body.channelIndex);
    const id = await addExclusion(trx, farmId, body, { userId: caller.userId, at });
    const { from, to, reason } = body;
    const after = { from: isoOf(from), to: to === null ? null : isoOf(to), reason };
    await audit({ action: 'quality.exclude', farmId, subjectId: body.channelIndex, subjectName: name, after });
    const { exclusion: data } = await found(store, id);
    afterCommit(() => bring(farmId, data, at));
    return { message: qualityDone.excluded, data };
  });

  write(app, deps, liftExclusion, async ({ trx, store, caller, params, at, audit, afterCommit }) => {
    const { farmId, exclusion } = await found(store, params.id);
    const { channelIndex, channelName, from, to, reason } = exclusion;
    // A second caller who lifts the same exclusion succeeds, too.
    if (exclusion.lifted) return { message: qualityDone.lifted, data: exclusion };
    if (!exclusion.isLiftable) fail('RESTORE_TOO_LATE', { message: qualityProblems.gone });
    await endExclusion(trx, { farmId, id: params.id }, { userId: caller.userId, at });
    const before = { from: isoOf(from), to: to === null ? null : isoOf(to), reason };
    await audit({ action: 'quality.lift', farmId, subjectId: channelIndex, subjectName: channelName, before });
    const { exclusion: data } = await found(store, params.id);
    afterCommit(() => bring(farmId, data, at));
    return { message: qualityDone.lifted, data };
  });
}

const isoOf = (at: number) => new Date(at).toISOString();
