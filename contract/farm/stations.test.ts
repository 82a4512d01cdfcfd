import { describe, expect, it } from 'vitest';
import { distanceKm, findStation, stations, stationsNear } from './stations.ts';

const at = (id: string) => {
  const { latitude, longitude } = findStation(id) ?? {};
  if (latitude == null || longitude == null) throw new Error(`station ${id} has no position`);
  return { latitude, longitude };
};

describe('the public stations', () => {
  it('have numbers of their own and lie around Jeju where they lie anywhere', () => {
    expect(stations.length).toBeGreaterThan(40);
    expect(new Set(stations.map(({ id }) => id)).size).toBe(stations.length);
    for (const { name, latitude, longitude } of stations) {
      expect(name).not.toMatch(/→|\(과\)/);
      if (latitude === null || longitude === null) continue;
      expect(latitude).toBeGreaterThan(33);
      expect(latitude).toBeLessThan(34);
      expect(longitude).toBeGreaterThan(126);
      expect(longitude).toBeLessThan(127);
    }
  });
});

describe('the distance', () => {
  it('is that of the great circle', () => {
    // One degree of latitude is 111.195 km on the mean sphere.
    expect(distanceKm({ latitude: 33, longitude: 126 }, { latitude: 34, longitude: 126 })).toBeCloseTo(111.195, 2);
    expect(distanceKm(at('184'), at('189'))).toBeCloseTo(29.98, 1);
    expect(distanceKm(at('184'), at('184'))).toBe(0);
  });
});

describe('the stations near a farm', () => {
  it('begin with the nearest', () => {
    const [first, second] = stationsNear({ latitude: 33.46, longitude: 126.33 });
    expect(first).toMatchObject({ station: { name: '애월' }, isHigh: false });
    expect(first?.distanceKm).toBeLessThan(1);
    expect(second?.distanceKm).toBeGreaterThan(first?.distanceKm ?? 0);
  });

  it('put one on the mountain behind farther ones on farmland', () => {
    const near = stationsNear({ latitude: 33.35, longitude: 126.53 });
    const [first] = near;
    expect(first?.isHigh).toBe(false);
    const nearest = [...near].sort((a, b) => a.distanceKm - b.distanceKm)[0];
    expect(nearest).toMatchObject({ station: { name: '한라산남벽' }, isHigh: true });
  });

  it('leave out those whose position nobody knows', () => {
    const names = stationsNear({ latitude: 33.4, longitude: 126.5 }).map(({ station }) => station.name);
    expect(names).not.toContain('지귀도');
    expect(names).toContain('서귀포');
  });
});
