import { expect, test } from 'vitest';
import type { Target } from '#contract/monitor/monitor.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { counterparts, housesOf, kindsOf } from './houses.ts';

const channel = (index: number, type: ChannelTypeName, name: string): Target => ({
  index,
  type,
  name,
  areaName: '',
  unit: '',
  intervalMs: 60_000,
});
const group = (areaName: string, ...devices: Target[]) => ({ areaName, devices });

const one = [
  channel(1, 'TEMPERATURE', '내부 온도'),
  channel(2, 'TEMPERATURE', '천장 온도'),
  channel(3, 'HUMIDITY', '습도'),
];
const two = [channel(4, 'TEMPERATURE', '내부 온도'), channel(5, 'HUMIDITY', '내부 습도')];
const targets = {
  sensors: [group('1동', ...one), group('2동', ...two)],
  devices: [group('2동', channel(6, 'HEATER', '난방기')), group('창고', channel(7, 'PUMP', '펌프'))],
};
const [first = { areaName: '', channels: [] }, second = first] = housesOf(targets);

test('a house has its sensors and then its equipment, and one without sensors is a house as well', () => {
  expect(housesOf(targets).map(({ areaName, channels }) => [areaName, channels.map(({ index }) => index)])).toEqual([
    ['1동', [1, 2, 3]],
    ['2동', [4, 5, 6]],
    ['창고', [7]],
  ]);
});

test('another house shows what has the same name, or what measures the same where it has another', () => {
  expect(counterparts([channel(1, 'TEMPERATURE', '내부 온도'), channel(3, 'HUMIDITY', '습도')], second)).toEqual([
    4, 5,
  ]);
  expect(counterparts([channel(9, 'TEMPERATURE', '온도')], first)).toEqual([1, 2]);
  expect(counterparts([channel(6, 'HEATER', '난방기')], first)).toEqual([]);
});

test('what is called the same in two houses is one kind', () => {
  expect(kindsOf([first, second]).map(({ name, indexes }) => [name, indexes])).toEqual([
    ['내부 온도', [1, 4]],
    ['천장 온도', [2]],
    ['습도', [3]],
    ['내부 습도', [5]],
    ['난방기', [6]],
  ]);
});
