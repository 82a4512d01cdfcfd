import { channelTypes } from '../../series/sensor-types.ts';
import { OPEN } from '../words/phrases-text.ts';
import type { WordsOf } from './condition-text.ts';
import type { RuleChoices } from './rule-calls.ts';
import type { FarmEquipment } from './rule-fit.ts';

/** The equipment a rule is checked against. `cropId` null: the first crop that has a calendar, or else the first. */
export function equipmentOf({ channels, crops, hasOwnStation }: RuleChoices, cropId: string | null): FarmEquipment {
  const crop =
    cropId === null
      ? (crops.find(({ seasons }) => seasons.length > 0) ?? crops[0])
      : crops.find(({ id }) => id === cropId);
  return {
    types: new Map(channels.map(({ index, type }) => [index, type])),
    areas: new Map(channels.map(({ index, areaName }) => [index, areaName])),
    actuators: new Map(channels.flatMap(({ index, settings }) => (settings ? [[index, settings]] : []))),
    intervals: new Map(channels.map(({ index, intervalMs }) => [index, intervalMs])),
    hasOwnStation,
    seasons: crop && crop.seasons.length > 0 ? crop.seasons : null,
    isOpenField: crop?.cultivation === 'open',
  };
}

/**
 * Names of the farm's channels for sentences; with the house where there are several. A deleted channel is shown by its
 * number, one that is not chosen yet (0) as open.
 */
export function wordsOfChannels(
  channels: readonly Pick<RuleChoices['channels'][number], 'index' | 'name' | 'areaName' | 'type'>[],
): WordsOf {
  const areas = new Set(channels.map(({ areaName }) => areaName));
  const words = new Map(
    channels.map(({ index, name, areaName, type }) => {
      const isNamed = areaName !== '' && areas.size > 1 && !name.startsWith(areaName);
      return [index, { name: isNamed ? `${areaName} ${name}` : name, unit: channelTypes[type].unit, type }];
    }),
  );
  return (channel) => words.get(channel) ?? { name: channel === 0 ? OPEN : `#${channel}`, unit: '' };
}
