import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { interlockCondition } from '#contract/control/words/interlock-condition-text.ts';
import type { Queries } from '../db/open.ts';
import { findHeat } from '../heat/queries.ts';
import { fail } from '../kernel/fail.ts';
import { builtInInterlocks } from './built-in-interlocks.ts';
import { limitsOf } from './engine/control-document.ts';
import { findEquipment } from './engine/equipment.ts';
import type { Reported } from './queries.ts';
import { findUsualFlows } from './usual-flow.ts';

/** What protects the equipment of a farm: interlocks of the server in words, and guards of the controllers. */
export async function findProtections(
  store: Queries,
  farmId: number,
  reports: Pick<Reported, 'hasLimits'>,
): Promise<Protections> {
  const equipment = await findEquipment(store, farmId);
  const { actuators, sensors, own } = equipment;
  const { settings: heat } = (await findHeat(store, farmId)) ?? fail('NOT_FOUND');
  const wordsOf = wordsOfChannels([...actuators, ...sensors].map((one) => ({ ...one, index: one.channel })));
  return {
    interlocks: builtInInterlocks(actuators, sensors, own).map((interlock) => {
      const { id, code, name, kind, subject, limitPct, holdSec } = interlock;
      const set = interlock.own && own.find((one) => one.code === code && subject.includes(one.channel));
      return {
        id,
        code,
        name,
        kind,
        subject: [...subject],
        limitPct,
        holdSec,
        when: interlockCondition(interlock, wordsOf),
        own: set ? { ...set.settings, by: set.by, at: new Date(set.at).toISOString() } : null,
      };
    }),
    guards: [...new Set(actuators.map(({ device }) => device))].flatMap((device) => {
      const isInForce = reports.hasLimits(farmId, device) ?? null;
      const { guards } = limitsOf(equipment, heat, { lockOuts: [], stop: null }, device);
      return guards.flatMap(({ sensor, actuator, untilSec, ...guard }) => {
        const watched = sensors.find((one) => one.device === device && one.code === sensor);
        const moved = actuators.find((one) => one.device === device && one.code === actuator);
        if (!watched || !moved) return [];
        const { name, unit } = wordsOf(watched.channel);
        return [{ ...guard, actuator: moved.channel, sensor: name, unit, isInForce }];
      });
    }),
    meters: sensors
      .filter(({ type }) => type === 'FLOW_RATE')
      .map(({ channel, areaName }) => ({ channel, areaName, name: wordsOf(channel).name })),
    usualFlows: await findUsualFlows(store, farmId, actuators),
  };
}
