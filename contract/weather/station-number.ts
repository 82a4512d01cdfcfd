/**
 * Stations are read like farms: their number stands where series have the farm's. No farm has such a number; who may
 * read a farm that goes by a station may read the station, where a call says that it takes one (`orStation` of
 * contract/wire/endpoint.ts). What is simulated lives under numbers of its own and never mixes with what was measured.
 * All are below 2^31.
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

/** The number of a public station ('184'), or of a farm's own station by the farm's index. */
export function stationNumber(kind: StationKind, id: string | number, isSimulated: boolean): number {
  const range = firstNumbers.find((one) => one.kind === kind && one.isSimulated === isSimulated);
  return (range?.first ?? Number.NaN) + Number(id);
}

/** What a number names: a public station by its id, an own one by its farm's index; null for what is no station's. */
export function stationOf(number: number): { kind: StationKind; id: number } | null {
  const range = firstNumbers.findLast(({ first }) => number >= first);
  return range ? { kind: range.kind, id: number - range.first } : null;
}
