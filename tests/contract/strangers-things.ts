import type { FarmVia } from '#contract/wire/endpoint.ts';
import { addExclusion } from '#server/quality/commands.ts';
import { aDevice, aFarm } from '../support/store.ts';
import type { World } from './examples.ts';
import { aCropOn } from './examples-crop.ts';
import { anObservationOn } from './examples-growing.ts';

/** A farm of the stranger with one of everything that an endpoint can find a farm by; ids by what they are of. */
export async function strangersThings(world: World): Promise<Record<FarmVia | 'farm', number | string>> {
  const { server, ids } = world;
  const farm = await aFarm(server.store, { ownerId: ids.stranger });
  const { deviceId, channels } = await aDevice(server.store, farm, ['TEMPERATURE']);
  const sensor = channels.get('temperature') ?? 0;
  const span = { channelIndex: sensor, from: Date.now() - 60_000, to: null, reason: '시험' };
  const by = { userId: ids.stranger, at: Date.now() };
  const exclusion = await server.store.db.transaction().execute((trx) => addExclusion(trx, farm, span, by));
  const crop = await aCropOn(world, farm);
  const { id: observation } = await anObservationOn(world, farm, crop);
  return { farm, device: deviceId, sensor, crop, exclusion, observation };
}
