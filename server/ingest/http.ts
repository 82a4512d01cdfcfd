import type { Hono } from 'hono';
import { ingest, MAX_MESSAGE_BYTES } from '#contract/device/ingest.ts';
import type { DeviceCache } from '../device/device-cache.ts';
import { bearerOf } from '../http/bearer.ts';
import { check, honoPath, readJson } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import type { Gate } from './accept.ts';

/** Ingest over HTTP: a device key as Bearer token, a JSON batch, an answer after the commit. */
export function mountIngest(app: Hono<Env>, { directory, gate }: { directory: DeviceCache; gate: Gate }): void {
  app.post(honoPath(ingest.path), async (c) => {
    const key = bearerOf(c);
    const device = (key && (await directory.byKey(key))) || fail('DEVICE_KEY_INVALID');
    const { readings } = check<{ readings: unknown[] }>(ingest.body, await readJson(c.req.raw, MAX_MESSAGE_BYTES));
    return c.json(await gate.accept(device, readings));
  });
}
