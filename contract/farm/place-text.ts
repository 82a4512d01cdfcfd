import { placeRows, villageRows } from './data-places.ts';
import type { Position } from './stations.ts';

/** A 읍·면·동 or village of Jeju and its centre, to 0.01° (about 1 km). */
type Place = Position & { name: string };

/** Spellings of the province in addresses; 제주 alone names no city. */
const province = ['제주', '제주도', '제주특별자치도'];
/** Spellings of each city in addresses. */
const cities = { 제주시: ['제주시'], 서귀포시: ['서귀포시', '서귀포'] } as const;

/** The place of Jeju that an address names, a village before its 읍 or 면; null when none or several match. */
export function findPlace(address: string): Place | null {
  const words = address
    .normalize('NFC')
    .split(/[\s,()]+/)
    .filter(Boolean);
  for (const [at, word] of words.entries()) {
    const before = words.slice(0, at);
    const found = placeRows.filter((row) => fits(row, word, before));
    const [place] = found;
    if (found.length === 1 && place) return villageOf(place[1], words.slice(at + 1)) ?? asPlace(place);
    // A word that ends in 도, 시 or 군 and is not of Jeju: other provinces have a 안덕면 or 중앙동, too.
    if (/.[도시군]$/.test(word) && !isOfJeju(word)) return null;
  }
  return null;
}

function fits(
  [city, name, , , ...others]: (typeof placeRows)[number],
  word: string,
  before: readonly string[],
): boolean {
  const named = Object.entries(cities).find(([, names]) => names.some((each) => before.includes(each)))?.[0];
  if (named !== undefined && named !== city) return false;
  if (/[읍면]$/.test(name)) return word === name || (word === name.slice(0, -1) && isOfJeju(before.at(-1) ?? ''));
  const isKnown = [name, ...others].some((each) => each === word || each === withFigure(word));
  return isKnown && before.some(isOfJeju);
}

function isOfJeju(word: string): boolean {
  return [...province, ...Object.values(cities).flat()].includes(word);
}

/** '도련이동' as '도련2동': legal names spell the number that office names write as a digit. */
function withFigure(word: string): string {
  return word.replace(/[일이삼](?=동$)/, (number) => `${'일이삼'.indexOf(number) + 1}`);
}

/** '위미1리' is a part of '위미리'. */
function villageOf(town: string, words: readonly string[]): Place | undefined {
  const row = villageRows.find(
    ([of, name]) => of === town && words.some((word) => word === name || word.replace(/\d(?=리$)/, '') === name),
  );
  return row && asPlace(row);
}

function asPlace([, name, latitude, longitude]: readonly [string, string, number, number, ...string[]]): Place {
  return { name, latitude, longitude };
}
