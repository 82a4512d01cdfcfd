import { defaultSettings } from '#contract/control/actuator.ts';
import { setActuator } from '#server/control/actuators.ts';
import { aServer, aUser, signIn } from '../server/server.ts';
import { aDevice, aFarm } from '../store/store.ts';

/** A server with the farm of `grower`: a commanded heater and a commanded vent, and a thermometer, on one controller. */
export async function aHeaterAndVent(now: () => number) {
  const { store, url, engine, controllers } = await aServer({ now });
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const { channels } = await aDevice(store, farmId, ['HEATER', 'VENT', 'TEMPERATURE'], { code: 'gw' });
  const [heater = 0, vent = 0, thermometer = 0] = ['heater', 'vent', 'temperature'].map((code) => channels.get(code));
  await store.db.transaction().execute(async (trx) => {
    await setActuator(trx, { farmId, channel: heater }, { ...defaultSettings('HEATER'), isCommanded: true });
    await setActuator(trx, { farmId, channel: vent }, { ...defaultSettings('VENT'), isCommanded: true });
  });
  return { store, engine, controllers, farmId, heater, vent, thermometer, grower: await signIn(url, 'grower') };
}
