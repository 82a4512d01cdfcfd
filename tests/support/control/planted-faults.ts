import { acceptCommand } from '#contract/control/controller/accept-command.ts';
import type { Figure } from '#contract/control/decision.ts';
import type { Decision, World } from '#server/control/decide/world.ts';
import { channel, withThirst } from './control-farm.ts';
import type { Mutant, Troubles } from './control-life.ts';

/** A server whose decisions are changed before they are sent. */
export const changed = (change: (decision: Decision, world: World) => Partial<Decision>): Mutant => ({
  decide: (world, decide) => {
    const decision = decide(world);
    return { ...decision, ...change(decision, world) };
  },
});
const blind = (change: (world: World) => Partial<World>): Mutant => ({
  decide: (world, decide) => decide({ ...world, ...change(world) }),
});
/** A figure as far on the other side of its limit. */
const beyondLimit = (figure: Figure): Figure =>
  figure.limit === null ? figure : { ...figure, value: 2 * figure.limit - figure.value };
const anySettings = (settings: Partial<World['actuators'][number]['settings']>): Mutant => ({
  decide: (world, decide) =>
    decide({
      ...world,
      actuators: world.actuators.map((one) => ({ ...one, settings: { ...one.settings, ...settings } })),
    }),
  farm: (farm) => farm,
});
/** A controller without checks of its own, so that faults of the server reach the equipment. */
const trusting: Pick<Mutant, 'accept'> = {
  accept: (core, received) => {
    const { document } = core;
    if (!document) return acceptCommand(core, received);
    const channels = Object.fromEntries(
      Object.entries(document.channels).map(([code, limits]) => [
        code,
        {
          ...limits,
          isCommanded: true,
          minOnSec: 0,
          minOffSec: 0,
          maxRunSec: 21_600,
          maxDailySec: null,
          lockOut: null,
        },
      ]),
    );
    const { core: next, answer } = acceptCommand({ ...core, document: { ...document, channels } }, received);
    return { core: { ...next, document }, answer };
  },
};

const hourly = Array.from({ length: 8 }, (_, at) => `${String(3 * at).padStart(2, '0')}:00`);
const longDoses = [{ valve: channel.valve1, amount: 300 }];

/** A controller that looks neither at the time of a command, nor at its number, nor at whether it came before. */
const believing: Mutant = {
  accept: (core, received) => {
    const [issuedAt, expiresAt] = [0, 60_000].map((ms) => new Date(received.at + ms).toISOString());
    const outputs = Object.entries(core.outputs).map(([code, one]) => [code, { ...one, order: { term: 0, seq: 0 } }]);
    return acceptCommand(
      { ...core, answered: [], outputs: Object.fromEntries(outputs) },
      { ...received, payload: { ...Object(received.payload), issuedAt, expiresAt } },
    );
  },
};

/** Memory without rest times and daily amounts of rules. */
function forgetful(memory: World['memory']): World['memory'] {
  const rules = Object.entries(memory.rules).map(([id, one]) => [id, { ...one, watered: {}, endedAt: null }]);
  return { ...memory, rules: Object.fromEntries(rules) };
}

/** A controller that ignores the amount and ends by time, on a farm that waters in litres each hour. */
const countless: Mutant = {
  accept: (core, received) => {
    const { litres: _, ...payload } = Object(received.payload);
    return acceptCommand(core, { ...received, payload });
  },
  farm: (farm) => ({
    ...farm,
    rules: farm.rules.flatMap((rule) =>
      rule.fields.family === 'water-time'
        ? [{ ...rule, fields: { ...rule.fields, unit: 'litres', starts: hourly, steps: longDoses } }]
        : [],
    ),
  }),
};

/** Sends nothing more to a heater once an order to it was lost: P16, which P7 checks after any loss. */
const givingUp = changed(({ commands, memory }, { results, memory: { latched: before } }) => {
  const isLost = results.some(({ channel: index, status }) => index === channel.heater && status === 'expired');
  if (!isLost && !Object.hasOwn(before, 'gave up')) return {};
  return {
    commands: commands.filter((one) => one.channel !== channel.heater),
    memory: { ...memory, latched: { ...memory.latched, 'gave up': 0 } },
  };
});

/** Faults planted into server or controller, one for each property that must then be violated. */
export const mutants: [property: string, what: string, troubles: Partial<Troubles>, mutant: Mutant][] = [
  ['P1', 'forgets interlocks', { hands: true }, blind(() => ({ interlocks: [] }))],
  [
    'P2',
    'asks for six hours',
    {},
    {
      ...trusting,
      ...changed(({ commands }) => ({
        commands: commands
          .map((one) => ({ ...one, maxRunSec: one.maxRunSec && 21_600 }))
          .filter(({ do: what }) => what !== 'off'),
      })),
    },
  ],
  ['P3', 'knows no minimum times', { silent: true }, { ...trusting, ...anySettings({ minOnSec: 0, minOffSec: 0 }) }],
  [
    'P4',
    'takes old values for new ones',
    { silent: true },
    blind(({ sensors, at, rules, memory }) => ({
      cleared: rules.map(({ id }) => id),
      memory: forgetful(memory),
      sensors: sensors.map((one) => {
        const value = one.points.at(-1)?.[1] ?? 0;
        return {
          ...one,
          silentMs: 0,
          points: Array.from({ length: 60 }, (_, ago) => [at - (59 - ago) * 60_000, value] as const),
        };
      }),
    })),
  ],
  [
    'P5',
    'lets a hand hold on',
    { hands: true },
    blind(({ overrides }) => ({ overrides: overrides.map((one) => ({ ...one, endsAt: one.endsAt + 86_400_000 })) })),
  ],
  ['P6', 'does not see locks', { locks: true }, blind(() => ({ lockOuts: [] }))],
  [
    'P7',
    'has no frost guard',
    {},
    blind(({ heat }) => ({ heat: { ...heat, frostGuardC: 0, nightTargetC: 1, dayTargetC: 1 } })),
  ],
  ['P7', 'gives up on a heater whose order was lost', { link: true, network: true }, givingUp],
  [
    'P8',
    'shuts valves before pumps',
    {},
    {
      ...trusting,
      farm: (farm) => ({
        ...farm,
        hasRequires: false,
        actuators: farm.actuators.map((one) => ({ ...one, settings: { ...one.settings, leadSec: 0 } })),
      }),
      ...changed(({ commands }) => ({
        commands: commands.flatMap((one) =>
          one.channel === channel.pump && one.do === 'off'
            ? [
                { ...one, channel: channel.valve1 },
                { ...one, channel: channel.valve2 },
              ]
            : [one],
        ),
      })),
    },
  ],
  ['P9', 'forgets slots', {}, blind(({ memory }) => ({ memory: { ...memory, slots: {} } }))],
  [
    'P11',
    'keeps acts to itself',
    {},
    changed(({ explanations }) => ({ explanations: explanations.filter(({ outcome }) => outcome !== 'stopped') })),
  ],
  [
    'P12',
    'starts without an end',
    { link: true, server: true },
    {
      ...trusting,
      ...changed(({ commands }) => ({
        commands: commands.map((one) => ({ ...one, maxRunSec: one.maxRunSec && 21_600 })),
      })),
      farm: (farm) => ({
        ...farm,
        actuators: farm.actuators.map((one) => ({
          ...one,
          settings: { ...one.settings, onLinkLost: 'hold' as const },
        })),
      }),
    },
  ],
  ['P13', 'has a controller that takes whatever comes', { network: true }, believing],
  [
    'P14',
    'counts no water',
    {},
    blind(({ memory, rules }) => ({ memory: forgetful(memory), cleared: rules.map(({ id }) => id) })),
  ],
  ['P17', 'has a controller that counts no litres', { link: true, server: true }, countless],
  [
    'P18',
    'says no figures',
    {},
    changed(({ explanations }) => ({ explanations: explanations.map((one) => ({ ...one, figures: [] })) })),
  ],
  [
    'P18',
    'tells figures on the other side of their limits',
    {},
    changed(({ explanations }) => ({
      explanations: explanations.map((one) => ({ ...one, figures: one.figures.map(beyondLimit) })),
    })),
  ],
  [
    'P19',
    'waters on when its condition has ended',
    {},
    {
      ...blind(({ rules }) => ({
        rules: rules.map((one) =>
          one.fields.family === 'reservation-composite' ? { ...one, fields: { ...one.fields, trigger: 'when' } } : one,
        ),
      })),
      farm: withThirst,
    },
  ],
];
