import type { ActuatorFault } from '#contract/control/control-calls.ts';
import { type ActuatorState, GUARD_OFF } from '#contract/control/controller/command.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import type { Equipment } from './engine/equipment.ts';

/** Tells the fault in the state of an actuator of a device, with the name of the sensor that it is about; null without. */
export function faultsIn({ actuators, sensors }: Pick<Equipment, 'actuators' | 'sensors'>) {
  const wordsOf = wordsOfChannels([...actuators, ...sensors].map((one) => ({ ...one, index: one.channel })));
  return (device: string, { fault }: ActuatorState): ActuatorFault | null => {
    if (fault === null) return null;
    const [code = '', named] = fault.split(' ');
    if (code !== GUARD_OFF || named === undefined) return { code: fault, sensor: null };
    const sensor = sensors.find((one) => one.device === device && one.code === named);
    return { code, sensor: sensor ? wordsOf(sensor.channel).name : named };
  };
}
