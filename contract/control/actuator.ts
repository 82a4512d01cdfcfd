import * as z from 'zod/mini';
import type { ActuatorTypeName } from '../series/sensor-types.ts';
import { controlProblems } from './control-text.ts';
import { between, channelIndex, fitsTogether, type Problem, whole } from './fields.ts';

/**
 * switch: off or on (0 or 100 %). position: anywhere from 0 to 100 %. dosed: a switch whose delivered amount is
 * counted.
 */
type ActuatorKind = 'switch' | 'position' | 'dosed';

/**
 * What a controller does when it has not heard the server for 90 s. rest: go to the rest position at once. hold: stay.
 * finish: complete a planned run, let a leased run expire. A number: go to this position, %.
 */
const onLinkLost = z.union([z.enum(['rest', 'hold', 'finish']), between(0, 100)]);

const channelOrNone = z.nullable(channelIndex);

/** Settings of one actuator, as the grower enters them. The server sends no command while `isCommanded` is false. */
export const actuatorFields = z.object({
  isCommanded: z.boolean(),
  /** Shortest time on and shortest time off, s. The controller enforces them, too. */
  minOnSec: whole(0, 3_600),
  minOffSec: whole(0, 3_600),
  /** Longest single run, s. For a lease: the time until renewal. For a position: how long the motor may turn. */
  maxRunSec: whole(10, 21_600),
  /** Longest time on in one Seoul day, s. */
  maxDailySec: z.nullable(whole(0, 86_400)),
  /** Time from closed to open and back, s; the two differ, so each is measured. null for an actuator without travel. */
  travelOpenSec: z.nullable(whole(5, 1_800)),
  travelCloseSec: z.nullable(whole(5, 1_800)),
  /**
   * A position moves in steps of at least `stepPct`, ignores changes below `deadbandPct` and waits `holdSec` between
   * moves.
   */
  stepPct: whole(1, 100),
  deadbandPct: whole(0, 20),
  holdSec: whole(0, 3_600),
  /** Further starts within an hour have to wait. */
  maxStartsPerHour: whole(1, 60),
  /** The position when no rule asks for another, %; a switch rests at 0: another would turn it on without an end. */
  restPct: whole(0, 100),
  onLinkLost,
  /** Actuators that must run together with this one, ordered from the main valve to the pump. */
  upstream: z.array(channelIndex).check(z.maxLength(4)),
  /** Delay between valve and pump when starting and when stopping, s. */
  leadSec: whole(0, 60),
  /** The meter on its water line, and the flow it shows when this valve runs alone, L/min. */
  flowChannel: channelOrNone,
  nominalLpm: z.nullable(between(0.1, 500)),
  /** Watered area, m²; converts t/10a into litres. */
  areaM2: z.nullable(between(0.1, 1_000_000)),
  /** Direction an opening faces, degrees from north; `place` says where a fan or an opening is mounted. */
  facingDeg: z.nullable(whole(0, 359)),
  place: z.nullable(z.enum(['side', 'roof', 'circulation', 'exhaust'])),
  /** Duty cycle of a heater on a cold night without a working thermometer, min on and min off. */
  blindDuty: z.nullable(z.object({ onMin: whole(1, 60), offMin: whole(1, 60) })),
});
export type ActuatorSettings = z.infer<typeof actuatorFields>;

/** How a run ends. planned: its whole length is in the command. leased: it expires unless renewed. */
type Holding = 'planned' | 'leased' | 'position';

/** What confirms that the actuator moved: a flow meter, its own position, the CO2 or the temperature of the air. */
type Proof = 'flow' | 'position' | 'co2' | 'warmth' | null;

type ActuatorRow = {
  kind: ActuatorKind;
  holding: Holding;
  proof: Proof;
  /** Runs only together with the actuators it feeds; no rule may name it. */
  isUpstreamOnly: boolean;
  settings: Pick<
    ActuatorSettings,
    'minOnSec' | 'minOffSec' | 'maxRunSec' | 'maxDailySec' | 'stepPct' | 'deadbandPct' | 'holdSec' | 'onLinkLost'
  > & { travelSec: number | null };
};

/** Length of a lease, s, renewed when half is left. It bounds how long equipment runs after the server has died. */
export const LEASE_SEC = 900;

/**
 * A full travel is commanded for longer than measured, so that the motor reaches its end stop and the position is exact
 * again.
 */
export const OVERRUN = { factor: 1.2, plusSec: 5 } as const;

const TRAVEL_SEC = 300;

/** How long a motor has to turn at most, s: the slower of its two ways. A shorter maximum never lets it arrive. */
export function fullWaySec({
  travelOpenSec,
  travelCloseSec,
}: Pick<ActuatorSettings, 'travelOpenSec' | 'travelCloseSec'>): number {
  return Math.ceil(Math.max(travelOpenSec ?? 0, travelCloseSec ?? 0) * OVERRUN.factor + OVERRUN.plusSec);
}

const FULL_WAY_SEC = fullWaySec({ travelOpenSec: TRAVEL_SEC, travelCloseSec: TRAVEL_SEC });

const onOff = { stepPct: 100, deadbandPct: 0, holdSec: 0, travelSec: null } as const;

/**
 * Everything that differs between actuator types. The times are those of common equipment (practical knowledge) unless
 * a line says otherwise; a farm may change them within the bounds above.
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

/** The settings of an actuator that nobody has configured yet: never commanded. */
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

/** Schema of the settings form of one actuator type; refuses values that make no sense for the type, at their field. */
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
  if (travels && settings.maxRunSec < fullWaySec(settings)) {
    problems.push([['maxRunSec'], controlProblems.runBelowTravel(fullWaySec(settings))]);
  }
  if (!travels && settings.maxRunSec < settings.minOnSec)
    problems.push([['maxRunSec'], controlProblems.runBelowMinimum]);
  if (settings.maxDailySec !== null && settings.maxDailySec < settings.minOnSec) {
    problems.push([['maxDailySec'], controlProblems.runBelowMinimum]);
  }
  if (!travels && settings.restPct > 0) problems.push([['restPct'], controlProblems.onlyMotor]);
  if (!travels && typeof settings.onLinkLost === 'number') problems.push([['onLinkLost'], controlProblems.onlyMotor]);
  if (settings.blindDuty !== null && type !== 'HEATER') problems.push([['blindDuty'], controlProblems.onlyHeater]);
  if (settings.upstream.length > 0 && type !== 'WATER') problems.push([['upstream'], controlProblems.onlyValve]);
  return problems;
}
