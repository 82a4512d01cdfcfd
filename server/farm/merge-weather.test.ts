import { describe, expect, it } from 'vitest';
import { mergeWeather } from './merge-weather.ts';

const none = { publicStationId: null, ambientMac: null, hasAmbientKeys: false };
const set = { publicStationId: '184', ambientMac: '00:0E:C6:20:0F:7B', hasAmbientKeys: true };
const keys = { apiKey: 'a'.repeat(64), applicationKey: 'b'.repeat(64) };

describe('an edit of the weather stations', () => {
  it('changes what was touched and leaves what another has changed meanwhile', () => {
    const edit = { publicStationId: '189', ambientMac: null, base: none };
    expect(mergeWeather(edit, set).conflicts).toEqual(['publicStationId']);
    expect(mergeWeather(edit, { ...set, publicStationId: null })).toEqual({
      merged: { publicStationId: '189', ambientMac: set.ambientMac },
      conflicts: [],
    });
  });

  it('puts keys only where they were missing when the edit began', () => {
    const edit = { publicStationId: null, ambientMac: null, ambientKeys: keys, base: none };
    expect(mergeWeather(edit, none).conflicts).toEqual([]);
    expect(mergeWeather(edit, { ...none, hasAmbientKeys: true }).conflicts).toEqual(['ambientKeys']);
  });

  it('replaces keys that were there, and not ones that were cleared meanwhile', () => {
    const edit = { ...set, ambientKeys: keys, base: set };
    expect(mergeWeather(edit, set).conflicts).toEqual([]);
    expect(mergeWeather(edit, { ...set, hasAmbientKeys: false }).conflicts).toEqual(['ambientKeys']);
  });

  it('clears keys that another has cleared, too, and leaves alone what it does not name', () => {
    const cleared = { ...set, hasAmbientKeys: false };
    expect(mergeWeather({ ...set, ambientKeys: null, base: set }, cleared).conflicts).toEqual([]);
    expect(mergeWeather({ ...set, base: set }, cleared).conflicts).toEqual([]);
  });
});
