import { DAY_MS, HOUR_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { type DemoFarm, demoFarms } from '#server/demo/farms.ts';
import { simulateFarm, startFarm } from '#server/demo/simulate.ts';
import { issueAt } from '#server/demo/weather.ts';
import { type Ahead, expectExtreme, type Past } from '#server/weather/outlook/expect.ts';
import { forecastOf, stretchOf } from '#server/weather/outlook/stretch.ts';

/** Seeds that were not used while the procedure was developed. */
const SEEDS = [70_811, 81_023, 92_417] as const;
const WARM_UP = 30;
const NIGHTS = 120;
const FIRST = startOfSeoulDate('2025-11-01');
/** Hour of the newest forecast when the night is first predicted. */
const ISSUED_HOUR = 14;

/** Error of one night in one house, ℃. */
type Off = { ours: number; lastNight: number; forecast: number };

/**
 * Error of the predicted minimum of a house, compared with "the same as last night" and with the uncorrected forecast:
 * 120 winter nights in every house of the demonstration, for each seed.
 */
export async function benchOutlook(seeds: readonly number[] = SEEDS): Promise<void> {
  const all: Off[] = [];
  for (const seed of seeds) {
    const offs = demoFarms.flatMap((farm) => offsOf(farm, seed));
    all.push(...offs);
    console.log(`  seed ${seed}: ${figures(offs)}`);
  }
  console.log(`  all seeds: ${figures(all)}`);
  const [ours, better] = [meanOf(all, 'ours'), Math.min(meanOf(all, 'lastNight'), meanOf(all, 'forecast'))];
  console.log(`  below the better of the two by ${((1 - ours / better) * 100).toFixed(0)} % (target: at least 30 %)`);
}

function offsOf(farm: DemoFarm, seed: number): Off[] {
  const nights = Array.from({ length: WARM_UP + NIGHTS }, (_, night) => seoulDate(FIRST + night * DAY_MS));
  const forecasts = nights.map((nightOn) => {
    const issue = issueAt(farm.place, seed, 'getVilageFcst', startOfSeoulDate(nightOn) + ISSUED_HOUR * HOUR_MS);
    const forecast = forecastOf('night', nightOn, issue);
    if (!forecast) throw new Error(`no forecast for ${nightOn}`);
    return { ...forecast, heatC: null };
  });
  return minimaOf(farm, seed, nights).flatMap((minima) =>
    minima.slice(WARM_UP).map((_, at) => offOf(forecasts, minima, WARM_UP + at)),
  );
}

function offOf(forecasts: readonly Ahead[], minima: readonly number[], tonight: number): Off {
  const actual = minima[tonight] ?? Number.NaN;
  const past: Past[] = forecasts.slice(0, tonight).map((forecast, night) => ({
    ...forecast,
    actualC: minima[night] ?? Number.NaN,
    expectedC: null,
    daysAgo: tonight - night,
  }));
  const forecast = forecasts[tonight];
  const expected = forecast && expectExtreme(forecast, past);
  const off = (guess: number | null | undefined) => Math.abs((guess ?? Number.NaN) - actual);
  return { ours: off(expected), lastNight: off(minima[tonight - 1]), forecast: off(forecast?.extremeC) };
}

/** The minima of every house of a farm by night. */
function minimaOf(farm: DemoFarm, seed: number, nights: readonly string[]): number[][] {
  const from = stretchOf('night', nights[0] ?? '').from;
  const { to } = stretchOf('night', nights.at(-1) ?? '');
  const { series } = simulateFarm(farm, startFarm(farm, from, { seed }), { to, heat: farm.heat, seed });
  const thermometers = farm.houses.flatMap(({ channels }) => channels.filter(({ type }) => type === 'TEMPERATURE'));
  return thermometers.map(({ code }) => {
    const { at, value } = series.find((one) => one.code === code) ?? { at: [], value: [] };
    return nights.map((nightOn) => {
      const night = stretchOf('night', nightOn);
      let least = Number.POSITIVE_INFINITY;
      at.forEach((instant, index) => {
        if (instant >= night.from && instant < night.to) least = Math.min(least, value[index] ?? least);
      });
      return least;
    });
  });
}

const meanOf = (offs: readonly Off[], name: keyof Off) => offs.reduce((sum, off) => sum + off[name], 0) / offs.length;

function figures(offs: readonly Off[]): string {
  const text = (name: keyof Off) => `${meanOf(offs, name).toFixed(2)} ℃`;
  return `${offs.length} nights of houses, mean error ${text('ours')}; same as last night ${text('lastNight')}, forecast as it is ${text('forecast')}`;
}
