import { describe, expect, it } from 'vitest';
import type { Target, TargetList } from '#contract/monitor/monitor.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherStation } from '#contract/weather/weather.ts';
import { choiceOf, sensorsOf } from './choice.ts';

const target = (index: number, type: ChannelTypeName, areaName = '1동'): Target => ({
  index,
  type,
  name: type,
  areaName,
  unit: '',
  intervalMs: MINUTE_MS,
});

const targets: TargetList = {
  sensors: [
    { areaName: '1동', devices: [target(1, 'TEMPERATURE'), target(2, 'HUMIDITY')] },
    { areaName: '2동', devices: [target(3, 'TEMPERATURE', '2동')] },
  ],
  devices: [],
};

const station = (kind: WeatherStation['kind'], ...sensors: Target[]): WeatherStation => ({
  kind,
  number: kind === 'public' ? 1_000_000_189 : 2_000_000_001,
  name: kind,
  isSimulated: false,
  sensors,
});

const open = station('public', target(11, 'TEMPERATURE'), target(12, 'RAINFALL'));
const own = station('own', target(21, 'TEMPERATURE'), target(22, 'WIND_SPEED'));

describe('what is compared', () => {
  it('is the first house against the farm’s own station, all stations drawn, before anybody has chosen', () => {
    const choice = choiceOf(targets, [open, own], {});
    expect(choice?.types).toEqual(['TEMPERATURE', 'WIND_SPEED', 'RAINFALL']);
    expect(choice?.against.station.kind).toBe('own');
    expect(choice && sensorsOf(choice)).toEqual([1, 11, 21]);
  });

  it('is what the address asks for, as far as it is there', () => {
    const asked = choiceOf(targets, [open, own], { of: 'TEMPERATURE', house: 3, against: 'public' });
    expect([asked?.house?.index, asked?.against.station.kind]).toEqual([3, 'public']);
    const old = choiceOf(targets, [open, own], { of: 'SOLAR', house: 99, against: 'moon' });
    expect([old?.type, old?.house?.index, old?.against.station.kind]).toEqual(['TEMPERATURE', 1, 'own']);
  });

  it('is the outside alone where no house measures it', () => {
    const rain = choiceOf(targets, [open, own], { of: 'RAINFALL', against: 'own' });
    expect([rain?.house, rain?.against.station.kind]).toEqual([undefined, 'public']);
    expect(rain && sensorsOf(rain)).toEqual([12]);
  });

  it('is nothing where no station has measured', () => {
    expect(choiceOf(targets, [], {})).toBeNull();
    expect(choiceOf(targets, [station('public')], {})).toBeNull();
  });
});
