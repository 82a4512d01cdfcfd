/**
 * Stations are read like farms: their number takes the place of a farm index in series. No farm has such a number.
 * Users who may read a farm may read its stations where the endpoint allows it (`orStation` of
 * contract/wire/endpoint.ts). Simulated stations have a range of numbers of their own, so that simulated and measured
 * values never mix. All are below 2^31.
 */
const firstNumbers = [
  { kind: 'public', isSimulated: false, first: 1_000_000_000 },
  { kind: 'public', isSimulated: true, first: 1_500_000_000 },
  { kind: 'own', isSimulated: false, first: 2_000_000_000 },
  { kind: 'own', isSimulated: true, first: 2_100_000_000 },
] as const;

/** A station of the meteorological service, or a farm's own. */
export const stationKinds = ['public', 'own'] as const;
type StationKind = (typeof stationKinds)[number];

/** The number of a public station (by id, '184'), or of a farm's own station (by the index of the farm). */
export function stationNumber(kind: StationKind, id: string | number, isSimulated: boolean): number {
  const range = firstNumbers.find((one) => one.kind === kind && one.isSimulated === isSimulated);
  return (range?.first ?? Number.NaN) + Number(id);
}

/**
 * The station of a number: a public one by its id, an own one by its farm's index; null when it is no station number.
 */
export function stationOf(number: number): { kind: StationKind; id: number } | null {
  const range = firstNumbers.findLast(({ first }) => number >= first);
  return range ? { kind: range.kind, id: number - range.first } : null;
}
