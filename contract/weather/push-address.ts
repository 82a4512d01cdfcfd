import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { doneOf } from '../wire/write.ts';

const address = z.object({
  /** Path on this server, which is a secret; null without one. */
  path: z.nullable(z.string()),
  /** When the console last sent to it, ISO instant; null before the first time. */
  heardAt: z.nullable(instantText),
});
export type PushAddress = z.infer<typeof address>;

const ofFarm = {
  path: '/api/ambient/push-address/{id}',
  who: 'farm:own',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-edit',
  params: z.object({ id: indexParam }),
} as const;

export const pushAddress = endpoint({
  ...ofFarm,
  method: 'GET',
  answer: address,
  // The secret must not be stored on a device.
  offline: 'online-only',
  about:
    'Returns the address to which the console of the farm’s own station can send its measurements (custom server, Ambient protocol), and when it last did.',
});

export const issuePushAddress = endpoint({
  ...ofFarm,
  method: 'POST',
  answer: doneOf(address),
  offline: 'now-or-never',
  about: 'Issues a new address for the console of a farm. The previous one is refused from now on.',
});

export const revokePushAddress = endpoint({
  ...ofFarm,
  method: 'DELETE',
  answer: doneOf(address),
  offline: 'now-or-never',
  about: 'Revokes the address of a console; the server refuses what is sent to it.',
});
