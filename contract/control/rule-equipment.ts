import { channelTypes } from '../series/sensor-types.ts';
import type { WordsOf } from './condition-text.ts';
import type { RuleChoices } from './rule-calls.ts';
import type { FarmEquipment } from './rule-fit.ts';

/** A farm as rules are held against it; `cropId` null: the calendar of the first crop that has one. */
export function equipmentOf({ channels, crops }: RuleChoices, cropId: string | null): FarmEquipment {
  const seasons = crops.find(({ id, seasons: named }) => (cropId === null ? named.length > 0 : id === cropId))?.seasons;
  return {
    types: new Map(channels.map(({ index, type }) => [index, type])),
    actuators: new Map(channels.flatMap(({ index, settings }) => (settings ? [[index, settings]] : []))),
    intervals: new Map(channels.map(({ index, intervalMs }) => [index, intervalMs])),
    seasons: seasons && seasons.length > 0 ? seasons : null,
  };
}

/** What sentences call the channels of a farm: by house where there are several. One that is gone keeps its number. */
export function wordsOfChannels(channels: RuleChoices['channels']): WordsOf {
  const areas = new Set(channels.map(({ areaName }) => areaName));
  const words = new Map(
    channels.map(({ index, name, areaName, type }) => {
      const isNamed = areaName !== '' && areas.size > 1 && !name.startsWith(areaName);
      return [index, { name: isNamed ? `${areaName} ${name}` : name, unit: channelTypes[type].unit }];
    }),
  );
  return (channel) => words.get(channel) ?? { name: `#${channel}`, unit: '' };
}
