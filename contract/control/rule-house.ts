import { type Condition, type ConditionGroup, isGroup } from './condition.ts';
import { channelsMovedBy, type RuleFields } from './rule.ts';
import type { ChoiceChannel } from './rule-calls.ts';

type Channel = Pick<ChoiceChannel, 'index' | 'name' | 'areaName' | 'type'>;

/** What a rule becomes in another house, and what of the first one has no counterpart there. */
type Moved = { fields: RuleFields; missing: Channel[] };

/** The house a rule is of: where what it moves stands; '' where nothing says. */
export function houseOf(rule: RuleFields, channels: readonly Channel[]): string {
  const [moved] = channelsMovedBy(rule);
  return channels.find(({ index }) => index === moved)?.areaName || rule.areaName;
}

/**
 * The rule for another house of the farm: each sensor and actuator of its own house becomes the one of the same type
 * and name there, or the only one of its type. What has no counterpart is left out, rather than that a rule of one house
 * moves or heeds another. What belongs to no house, or to a third one, stays.
 */
export function movedTo(rule: RuleFields, channels: readonly Channel[], areaName: string): Moved {
  const house = houseOf(rule, channels);
  const missing = new Map<number, Channel>();
  const one = (index: number): number | undefined => {
    const channel = channels.find((known) => known.index === index);
    if (!channel || channel.areaName !== house) return index;
    const there = channels.filter((known) => known.areaName === areaName && known.type === channel.type);
    const twin =
      there.find((known) => ownName(known) === ownName(channel)) ?? (there.length === 1 ? there[0] : undefined);
    if (!twin) missing.set(index, channel);
    return twin?.index;
  };
  const fields = { ...mapped(rule, one, areaName, house), areaName };
  return { fields, missing: [...missing.values()] };
}

/** '1동 측창' and '측창' of 1동 are called the same. */
function ownName({ name, areaName }: Channel): string {
  return name.replace(areaName, '').trim();
}

type ToTwin = (index: number) => number | undefined;

function mapped(rule: RuleFields, one: ToTwin, areaName: string, house: string): RuleFields {
  const many = (indexes: readonly number[]) => [...new Set(indexes.flatMap((index) => one(index) ?? []))];
  const stepsOf = <Step extends { valve: number }>(steps: readonly Step[]): Step[] =>
    steps.flatMap((step) => {
      const valve = one(step.valve);
      return valve === undefined ? [] : [{ ...step, valve }];
    });
  switch (rule.family) {
    case 'water-time':
      return { ...rule, steps: stepsOf(rule.steps) };
    case 'water-sensor':
      return { ...rule, sensors: many(rule.sensors), steps: stepsOf(rule.steps) };
    case 'reservation-target':
      return { ...rule, sensors: many(rule.sensors), actuators: many(rule.actuators) };
    case 'reservation-ghg': {
      const { co2Sensors, supplies, vents, lightSensor } = rule;
      return {
        ...rule,
        co2Sensors: many(co2Sensors),
        supplies: many(supplies),
        vents: many(vents),
        // Light is the same over the whole farm.
        lightSensor: lightSensor === null ? null : (one(lightSensor) ?? lightSensor),
      };
    }
    case 'reservation-composite': {
      const actions = rule.actions.flatMap((action) => {
        const channel = one(action.channel);
        return channel === undefined ? [] : [{ ...action, channel }];
      });
      return { ...rule, actions, when: groupOf(rule.when, (leaf) => leafOf(leaf, one, many, areaName, house)) };
    }
  }
}

function groupOf({ match, items }: ConditionGroup, leaf: (condition: Condition) => Condition[]): ConditionGroup {
  return {
    match,
    items: items.flatMap((item): ConditionGroup['items'] => {
      if (!isGroup(item)) return leaf(item);
      const inner = item.items.flatMap(leaf);
      return inner.length === 0 ? [] : [{ ...item, items: inner }];
    }),
  };
}

function leafOf(
  condition: Condition,
  one: ToTwin,
  many: (indexes: readonly number[]) => number[],
  areaName: string,
  house: string,
): Condition[] {
  switch (condition.kind) {
    case 'sensor': {
      const sensors = many(condition.sensors);
      return sensors.length === 0 ? [] : [{ ...condition, sensors }];
    }
    case 'change': {
      const sensor = one(condition.sensor);
      return sensor === undefined ? [] : [{ ...condition, sensor }];
    }
    case 'actuator': {
      const channel = one(condition.channel);
      return channel === undefined ? [] : [{ ...condition, channel }];
    }
    case 'indicator':
      return [condition.areaName === house ? { ...condition, areaName } : condition];
    default:
      return [condition];
  }
}
