import * as z from 'zod/mini';
import { trimmedText } from '../../wire/trimmed-text.ts';
import { controlProblems, interlockUnits } from '../control-text.ts';
import { fitsTogether, type Problem } from '../fields.ts';

/** A figure of an interlock. An owner may set it between what is built in and the strictest sensible value. */
type InterlockFigure = { unit: keyof typeof interlockUnits; builtIn: number; strictest: number };

type InterlockRow = {
  /** The threshold of its condition; null where nothing can be set. */
  value: InterlockFigure | null;
  /** The highest level it allows, %; null for one that allows nothing. */
  limitPct: InterlockFigure | null;
  /** How long it stays active after its condition last held, s. */
  holdSec: InterlockFigure | null;
  /**
   * false: nobody may switch it off. These protect people, or the controller enforces them by itself anyway
   * (`dryRun` and the guard against over-temperature in the control document).
   */
  mayBeOff: boolean;
};

const figure = (unit: InterlockFigure['unit'], builtIn: number, strictest: number): InterlockFigure => ({
  unit,
  builtIn,
  strictest,
});
const only = { value: null, limitPct: null, holdSec: null, mayBeOff: true } satisfies InterlockRow;
/** Vents stay closed after the last gust, so that they do not flap (manual of a common greenhouse computer). */
const gusts = figure('s', 600, 3_600);

/**
 * Everything that differs between the built-in interlocks. Limits of vents are practical knowledge of film houses; dry
 * run and burst are shares of a valve's nominal flow.
 */
export const interlockRows = {
  heaterVent: { ...only, value: figure('%', 10, 0) },
  co2Vent: { ...only, value: figure('%', 5, 0) },
  co2High: { ...only, value: figure('ppm', 2_000, 800), mayBeOff: false },
  wind: { ...only, value: figure('m/s', 8, 3), limitPct: figure('%', 30, 0), holdSec: gusts },
  gale: { ...only, value: figure('m/s', 13, 6), holdSec: gusts },
  rain: { ...only, limitPct: figure('%', 30, 0) },
  coldRain: { ...only, limitPct: figure('%', 10, 0) },
  coldOutside: { ...only, value: figure('℃', 3, 15), limitPct: figure('%', 20, 0) },
  dryPump: { ...only, value: figure('%', 10, 80), mayBeOff: false },
  burst: { ...only, value: figure('%', 130, 105) },
  leak: { ...only, value: figure('L/min', 1, 0.1) },
  coldWater: { ...only, value: figure('℃', 2, 10) },
  overheat: { ...only, value: figure('℃', 40, 30), mayBeOff: false },
} as const satisfies Readonly<Record<string, InterlockRow>>;

export type InterlockCode = keyof typeof interlockRows;
export const interlockCodes = Object.keys(interlockRows).filter((name): name is InterlockCode =>
  Object.hasOwn(interlockRows, name),
);

/** The figures of an interlock that an owner may set. */
export const interlockFigures = ['value', 'limitPct', 'holdSec'] as const;
export type InterlockFigureName = (typeof interlockFigures)[number];

const ownFigure = z.nullable(z.number());

/** What the owner of a farm sets of one interlock of one actuator; a figure that is null is as built in. */
export const interlockFields = z.object({
  isOn: z.boolean(),
  value: ownFigure,
  limitPct: ownFigure,
  holdSec: ownFigure,
  /** Required unless everything is as built in. */
  reason: trimmedText(200),
});
export type InterlockSettings = z.infer<typeof interlockFields>;

export const builtInSettings: InterlockSettings = {
  isOn: true,
  value: null,
  limitPct: null,
  holdSec: null,
  reason: '',
};

/** Whether an interlock is as built in. */
export function isBuiltIn(settings: InterlockSettings): boolean {
  return settings.isOn && interlockFigures.every((name) => settings[name] === null);
}

/** A figure in force, in the unit of its row; 0 for one the interlock does not have. */
export function figureOf(
  code: InterlockCode,
  name: InterlockFigureName,
  own: Partial<Pick<InterlockSettings, InterlockFigureName>> | undefined,
): number {
  return own?.[name] ?? interlockRows[code][name]?.builtIn ?? 0;
}

/** Schema of the settings of one interlock; whatever would loosen it is refused at its field. */
export function interlockSettings(code: InterlockCode) {
  return interlockFields.check(fitsTogether((fields: InterlockSettings) => problemsOf(code, fields)));
}

function problemsOf(code: InterlockCode, settings: InterlockSettings): Problem[] {
  const row: InterlockRow = interlockRows[code];
  const problems: Problem[] = [];
  if (!settings.isOn && !row.mayBeOff) problems.push([['isOn'], controlProblems.alwaysOn]);
  for (const name of interlockFigures) {
    const [typed, allowed] = [settings[name], row[name]];
    if (typed === null) continue;
    if (!allowed) {
      problems.push([[name], controlProblems.noSuchFigure]);
      continue;
    }
    const ends = [allowed.builtIn, allowed.strictest].sort((one, other) => one - other);
    const [least = 0, most = 0] = ends;
    if (typed < least || typed > most)
      problems.push([[name], controlProblems.onlyStricter(least, most, interlockUnits[allowed.unit])]);
  }
  if (!isBuiltIn(settings) && settings.reason === '') problems.push([['reason'], controlProblems.reason]);
  return problems;
}
