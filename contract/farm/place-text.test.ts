import { describe, expect, it } from 'vitest';
import { placeRows, villageRows } from './data-places.ts';
import { findPlace } from './place-text.ts';

const nameOf = (address: string) => findPlace(address)?.name;

describe('the places of Jeju', () => {
  it('are its 43 읍·면·동, each once, on the island or one of its own', () => {
    expect(placeRows).toHaveLength(43);
    expect(new Set(placeRows.map(([city, name]) => `${city} ${name}`)).size).toBe(43);
    for (const [, , latitude, longitude] of [...placeRows, ...villageRows]) {
      expect(latitude).toBeGreaterThan(33.2);
      expect(latitude).toBeLessThan(34);
      expect(longitude).toBeGreaterThan(126.1);
      expect(longitude).toBeLessThan(127);
    }
  });

  it('have villages of 읍 and 면 that are among them', () => {
    const towns = new Set(placeRows.map(([, name]) => name));
    for (const [town] of villageRows) expect(towns).toContain(town);
  });
});

describe('the place of an address', () => {
  it('is its 읍, 면 or 동, by road or by number, with or without the city', () => {
    expect(findPlace('제주특별자치도 서귀포시 남원읍 태위로 510')).toEqual({
      name: '남원읍',
      latitude: 33.28,
      longitude: 126.72,
    });
    expect(nameOf('제주특별자치도 제주시 애월읍 하소로 735')).toBe('애월읍');
    expect(nameOf('표선면 중산간동로 5000')).toBe('표선면');
    expect(nameOf('제주시 연북로 12 (노형동)')).toBe('노형동');
    expect(nameOf('제주시 연동')).toBe('연동');
  });

  it('is the village where it is known, and the 읍 or 면 where it is not', () => {
    expect(findPlace('서귀포시 남원읍 위미리 1234-5')).toEqual({ name: '위미리', latitude: 33.27, longitude: 126.66 });
    expect(nameOf('남원읍 위미1리')).toBe('위미리');
    expect(nameOf('남원읍 태위로 87 (위미리)')).toBe('위미리');
    expect(nameOf('애월읍 하귀2리 12')).toBe('하귀2리');
    expect(nameOf('남원읍 물영아리')).toBe('남원읍');
  });

  it('is read from the short forms that people write', () => {
    expect(nameOf('서귀포 남원 위미리')).toBe('위미리');
    expect(nameOf('제주 애월')).toBe('애월읍');
    expect(nameOf('제주도 서귀포시 강정동 100')).toBe('대천동');
    expect(nameOf('제주 상효동')).toBe('영천동');
  });

  it('is the 동 to which a legal 동 belongs, its number in figures or in letters', () => {
    expect(nameOf('서귀포시 법환동 1')).toBe('대륜동');
    expect(nameOf('제주시 도련이동 7')).toBe('삼양동');
    expect(nameOf('제주시 이도이동 1')).toBe('이도2동');
    expect(nameOf('제주시 이호일동')).toBe('이호동');
  });

  it('is asked of the city where both have one of that name', () => {
    expect(nameOf('제주시 월평동 12')).toBe('아라동');
    expect(nameOf('서귀포시 월평동 12')).toBe('대천동');
    expect(nameOf('제주 월평동 12')).toBeUndefined();
    expect(nameOf('월평동 12')).toBeUndefined();
  });

  it('is nothing where no place of Jeju is named, or one elsewhere', () => {
    expect(nameOf('')).toBeUndefined();
    expect(nameOf('제주시 연북로 12')).toBeUndefined();
    expect(nameOf('전라북도 남원시 중앙동')).toBeUndefined();
    expect(nameOf('경상북도 청송군 안덕면 명당리')).toBeUndefined();
    expect(nameOf('중앙동 3')).toBeUndefined();
    expect(nameOf('남원 하우스')).toBeUndefined();
    expect(nameOf('서귀포시 한림읍')).toBeUndefined();
  });
});
