import * as z from 'zod/mini';
import type { ActuatorTypeName } from '../series/sensor-types.ts';
import { controlProblems } from './control-text.ts';
import { between, channelIndex, fitsTogether, type Problem, whole } from './fields.ts';

/**
 * switch: off or on (0 or 100 %). position: anywhere between. dosed: a switch of which it is counted how much it gave.
 */
type ActuatorKind = 'switch' | 'position' | 'dosed';

/**
 * What a controller does when it has not heard the server for 90 s. rest: goes to its rest at once. hold: stays. finish:
 * what was planned ends as planned, what was renewed runs out. A number: goes to this position, %.
 */
const onLinkLost = z.union([z.enum(['rest', 'hold', 'finish']), between(0, 100)]);

const channelOrNone = z.nullable(channelIndex);

/** Settings of one actuator, as the grower gives them. Until `isCommanded` the server never sends it anything. */
export const actuatorFields = z.object({
  isCommanded: z.boolean(),
  /** Runs at least so long, rests at least so long, s; kept by the controller, too. */
  minOnSec: whole(0, 3_600),
  minOffSec: whole(0, 3_600),
  /** Longest run at one time, s; of a lease, until it is renewed; of a position, how long its motor turns. */
  maxRunSec: whole(10, 21_600),
  /** Longest in a Seoul day, s. */
  maxDailySec: z.nullable(whole(0, 86_400)),
  /** From shut to open and back, s; they differ, so they are measured apart. Null where nothing travels. */
  travelOpenSec: z.nullable(whole(5, 1_800)),
  travelCloseSec: z.nullable(whole(5, 1_800)),
  /** A position moves by at least `stepPct`, not for less than `deadbandPct`, and not again for `holdSec`. */
  stepPct: whole(1, 100),
  deadbandPct: whole(0, 20),
  holdSec: whole(0, 3_600),
  /** More starts in an hour than this wait. */
  maxStartsPerHour: whole(1, 60),
  /** Where it goes when nobody wants anything, %. */
  restPct: whole(0, 100),
  onLinkLost,
  /** What must run with it, from the main valve to the pump. */
  upstream: z.array(channelIndex).check(z.maxLength(4)),
  /** Between valve and pump, both ways, s. */
  leadSec: whole(0, 60),
  /** The meter that its water runs through, and what that says while it runs alone, L/min. */
  flowChannel: channelOrNone,
  nominalLpm: z.nullable(between(0.1, 500)),
  /** Ground it waters, m²: turns t/10a into litres. */
  areaM2: z.nullable(between(0.1, 1_000_000)),
  /** Which way an opening looks, degrees from north; of a fan or opening, where it is. */
  facingDeg: z.nullable(whole(0, 359)),
  place: z.nullable(z.enum(['side', 'roof', 'circulation', 'exhaust'])),
  /** A heater on a cold night without a thermometer: on for so long, then off for so long, min. */
  blindDuty: z.nullable(z.object({ onMin: whole(1, 60), offMin: whole(1, 60) })),
});
export type ActuatorSettings = z.infer<typeof actuatorFields>;

/** How a run of it ends by itself: with its whole length told at the start, or unless it is renewed. */
type Holding = 'planned' | 'leased' | 'position';

/** What shows that it did what it said: a meter, its own position, the air. */
type Proof = 'flow' | 'position' | 'co2' | 'warmth' | null;

type ActuatorRow = {
  kind: ActuatorKind;
  holding: Holding;
  proof: Proof;
  /** Runs only with what it feeds, never by a rule of its own. */
  isUpstreamOnly: boolean;
  settings: Pick<
    ActuatorSettings,
    'minOnSec' | 'minOffSec' | 'maxRunSec' | 'maxDailySec' | 'stepPct' | 'deadbandPct' | 'holdSec' | 'onLinkLost'
  > & { travelSec: number | null };
};

/** A lease is renewed when a third of it is left, so that a server that dies leaves nothing running for longer, s. */
export const LEASE_SEC = 900;

/** A full way takes this much longer than measured: motors run on to their end stop, so that the position is known again. */
export const OVERRUN = { factor: 1.2, plusSec: 5 } as const;

const TRAVEL_SEC = 300;
const FULL_WAY_SEC = TRAVEL_SEC * OVERRUN.factor + OVERRUN.plusSec;

const onOff = { stepPct: 100, deadbandPct: 0, holdSec: 0, travelSec: null } as const;

/**
 * One row a type says all there is to say of it. Times are those of common equipment (practical knowledge) except where a
 * line says so; a farm changes them within the bounds above.
 */
export const actuatorRows: { readonly [Type in ActuatorTypeName]: ActuatorRow } = {
  HEATER: {
    kind: 'switch',
    holding: 'leased',
    proof: 'warmth',
    isUpstreamOnly: false,
    settings: {
      ...onOff,
      minOnSec: 180,
      minOffSec: 180,
      maxRunSec: LEASE_SEC,
      maxDailySec: null,
      onLinkLost: 'rest',
    },
  },
  VENT: {
    kind: 'position',
    holding: 'position',
    proof: 'position',
    isUpstreamOnly: false,
    settings: {
      minOnSec: 0,
      minOffSec: 0,
      maxRunSec: FULL_WAY_SEC,
      maxDailySec: null,
      stepPct: 10,
      deadbandPct: 5,
      holdSec: 300,
      travelSec: TRAVEL_SEC,
      onLinkLost: 'hold',
    },
  },
  CURTAIN: {
    kind: 'position',
    holding: 'position',
    proof: 'position',
    isUpstreamOnly: false,
    settings: {
      minOnSec: 0,
      minOffSec: 0,
      maxRunSec: FULL_WAY_SEC,
      maxDailySec: null,
      stepPct: 100,
      deadbandPct: 5,
      holdSec: 600,
      travelSec: TRAVEL_SEC,
      onLinkLost: 'hold',
    },
  },
  FAN: {
    kind: 'switch',
    holding: 'leased',
    proof: null,
    isUpstreamOnly: false,
    settings: { ...onOff, minOnSec: 60, minOffSec: 60, maxRunSec: 14_400, maxDailySec: null, onLinkLost: 'rest' },
  },
  WATER: {
    kind: 'dosed',
    holding: 'planned',
    proof: 'flow',
    isUpstreamOnly: false,
    settings: { ...onOff, minOnSec: 60, minOffSec: 60, maxRunSec: 3_600, maxDailySec: 14_400, onLinkLost: 'finish' },
  },
  MWATER: {
    kind: 'switch',
    holding: 'planned',
    proof: 'flow',
    isUpstreamOnly: true,
    settings: { ...onOff, minOnSec: 30, minOffSec: 30, maxRunSec: 14_400, maxDailySec: 28_800, onLinkLost: 'finish' },
  },
  PUMP: {
    kind: 'switch',
    holding: 'planned',
    proof: 'flow',
    isUpstreamOnly: true,
    settings: { ...onOff, minOnSec: 60, minOffSec: 300, maxRunSec: 14_400, maxDailySec: 28_800, onLinkLost: 'finish' },
  },
  CO2_SUPPLY: {
    kind: 'dosed',
    holding: 'planned',
    proof: 'co2',
    isUpstreamOnly: false,
    settings: { ...onOff, minOnSec: 60, minOffSec: 120, maxRunSec: 900, maxDailySec: 10_800, onLinkLost: 'rest' },
  },
};

/** What an actuator of a type is set to until somebody has set anything: never commanded. */
export function defaultSettings(type: ActuatorTypeName): ActuatorSettings {
  const { travelSec, ...settings } = actuatorRows[type].settings;
  return {
    ...settings,
    isCommanded: false,
    travelOpenSec: travelSec,
    travelCloseSec: travelSec,
    maxStartsPerHour: 12,
    restPct: 0,
    upstream: [],
    leadSec: 5,
    flowChannel: null,
    nominalLpm: null,
    areaM2: null,
    facingDeg: null,
    place: null,
    blindDuty: null,
  };
}

/** The form of an actuator of a type: what makes no sense for it is refused at its field. */
export function actuatorSettings(type: ActuatorTypeName) {
  return actuatorFields.check(fitsTogether((fields: ActuatorSettings) => problemsOf(type, fields)));
}

function problemsOf(type: ActuatorTypeName, settings: ActuatorSettings): Problem[] {
  const { kind } = actuatorRows[type];
  const problems: Problem[] = [];
  const travels = kind === 'position';
  for (const field of ['travelOpenSec', 'travelCloseSec'] as const) {
    if (travels && settings[field] === null) problems.push([[field], controlProblems.travel]);
  }
  if (!travels && settings.maxRunSec < settings.minOnSec)
    problems.push([['maxRunSec'], controlProblems.runBelowMinimum]);
  if (settings.maxDailySec !== null && settings.maxDailySec < settings.minOnSec) {
    problems.push([['maxDailySec'], controlProblems.runBelowMinimum]);
  }
  if (settings.blindDuty !== null && type !== 'HEATER') problems.push([['blindDuty'], controlProblems.onlyHeater]);
  if (settings.upstream.length > 0 && type !== 'WATER') problems.push([['upstream'], controlProblems.onlyValve]);
  return problems;
}
