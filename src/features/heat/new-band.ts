import { bandsOverlap, type HeatBand, heatBounds } from '#contract/heat/heat.ts';

/** Houses are coldest before sunrise: the first band is proposed there. */
const FIRST_OFFER_HOUR = 4;
const LENGTH_HOURS = 2;
/** A proposed band is this much warmer than the night, ℃. */
const WARMER_C = 2;

const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

/** A band that overlaps no existing one; undefined if the day has no two free hours. */
export function newBand(bands: readonly HeatBand[], nightTargetC: number): HeatBand | undefined {
  const { least, most } = heatBounds.bandTargetC;
  const wished = Number.isFinite(nightTargetC) ? nightTargetC + WARMER_C : least;
  for (let offset = 0; offset < 24; offset += 1) {
    const hour = (FIRST_OFFER_HOUR + offset) % 24;
    const offer = { from: clock(hour), to: clock(hour + LENGTH_HOURS), targetC: Math.min(most, wished) };
    if (!bands.some((band) => bandsOverlap(band, offer))) return offer;
  }
  return undefined;
}
