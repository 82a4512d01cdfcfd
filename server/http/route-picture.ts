import type { Hono } from 'hono';
import type { Endpoint, ParamsOf } from '#contract/wire/endpoint.ts';
import { requireFarm, requirePage } from '../kernel/access/access.ts';
import { type Caller, type Env, requireCaller } from '../kernel/access/caller.ts';
import { check, type Guards, honoPath } from './route.ts';

/** A stored picture; `tag` is its ETag, without quotes. */
export type KeptPicture = { tag: string; read(): Promise<Uint8Array<ArrayBuffer>> };

/** Mounts a read of a picture with the checks of route(). The media type is always the contract's. */
export function routePicture<E extends Endpoint>(
  app: Hono<Env>,
  { rights }: Guards,
  endpoint: E,
  handle: (call: { params: ParamsOf<E>; caller: Caller }) => Promise<KeptPicture>,
): void {
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const caller = requireCaller(c, endpoint);
    await requirePage(rights, caller, endpoint);
    const params = check<ParamsOf<E>>(endpoint.params, c.req.param());
    await requireFarm(rights, caller, endpoint, { params, query: {}, body: {} });
    const { tag, read } = await handle({ params, caller });
    const etag = `"${tag}"`;
    c.header('ETag', etag);
    if (c.req.header('If-None-Match') === etag) return c.body(null, 304);
    const bytes = await read();
    c.header('Content-Type', endpoint.media);
    return c.body(bytes);
  });
}
