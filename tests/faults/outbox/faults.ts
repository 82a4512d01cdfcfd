import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Death } from '../../support/app/simulated-phone.ts';
import type { Treatment } from '../../support/app/write-server.ts';
import { raiseOutbox, switchUser } from './device-events.ts';
import type { Dice, Fault } from './scenario.ts';

const YEAR_MS = 365 * DAY_MS;
const deaths = ['before-send', 'in-flight', 'after-answer'] as const satisfies readonly Death[];

const one = <T>(dice: Dice, choices: readonly [T, ...T[]]): T => choices[dice.below(choices.length)] ?? choices[0];
const patience: Treatment = { status: 429, code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '90' } };
const refusal = (status: number, code: string) => ({ status, code });

/** The rows of the fault matrix that need no browser: the app's own modules with a scripted server. */
export const faults: readonly Fault[] = [
  { row: 1, title: 'server killed before it wrote', treat: (dice) => (dice.chance(0.5) ? 'dies-before' : 'does') },
  { row: 2, title: 'server killed before it answered', treat: (dice) => (dice.chance(0.5) ? 'dies-after' : 'does') },
  { row: 3, title: 'browser killed while sending', death: (dice) => (dice.chance(0.4) ? one(dice, deaths) : null) },
  { row: 4, title: 'browser killed right after "kept"', diesWhenKept: true },
  {
    row: 5,
    title: 'worker stopped between mark and request',
    processes: 2,
    death: (dice) => (dice.chance(0.4) ? 'before-send' : null),
  },
  {
    row: 6,
    title: 'worker stopped between answer and note',
    processes: 2,
    death: (dice) => (dice.chance(0.4) ? 'after-answer' : null),
  },
  { row: 7, title: 'request delivered twice', treat: (dice) => (dice.chance(0.5) ? 'delivered-twice' : 'does') },
  {
    row: 8,
    title: 'answer cut, reset or swallowed',
    treat: (dice) => (dice.chance(0.6) ? one(dice, ['cut', 'dies-before', 'dies-after', 'black-hole']) : 'does'),
  },
  { row: 9, title: 'page of a Wi-Fi answers', treat: (dice) => (dice.chance(0.6) ? 'captive' : 'does') },
  { row: 10, title: 'session ends in mid-queue', session: (dice, uid) => (dice.chance(0.5) ? null : uid) },
  { row: 11, title: 'another user signs in', session: (dice, uid) => (dice.chance(0.5) ? 'u-other' : uid) },
  { row: 12, title: 'switch of users killed half-way', processes: 2, happens: switchUser },
  {
    row: 13,
    title: 'answer comes after the switch of users',
    treat: (dice) => one(dice, ['answers-late', 'arrives-late', 'does']),
    async happens({ timers, server }) {
      await timers.pass(SECOND_MS);
      server.session.user = 'u-other';
    },
  },
  { row: 15, title: 'no room on the device', storage: (dice) => (dice.chance(0.5) ? 'full' : 'works') },
  {
    row: 16,
    title: 'clock a year off, either way',
    clock: (dice) => one(dice, [0, YEAR_MS, -YEAR_MS]),
    treat: (dice) => (dice.chance(0.5) ? one<Treatment>(dice, ['dies-before', patience]) : 'does'),
  },
  {
    row: 17,
    title: 'update with writes that wait',
    payloadVersion: (_, turn) => (turn < 2 ? 1 : 2),
    treat: (dice) => (dice.chance(0.7) ? 'dies-before' : 'does'),
  },
  {
    row: 18,
    title: 'old page and new worker',
    processes: 2,
    payloadVersion: (dice) => one(dice, [1, 2]),
    happens: raiseOutbox,
    treat: (dice) => (dice.chance(0.5) ? 'dies-before' : 'does'),
  },
  {
    row: 19,
    title: 'two tabs and the worker send together',
    processes: 3,
    treat: (dice) => (dice.chance(0.2) ? 'dies-after' : 'does'),
  },
  {
    row: 20,
    title: 'somebody else changed it',
    treat: (dice) => (dice.chance(0.4) ? refusal(409, 'CHANGED_MEANWHILE') : 'does'),
  },
  { row: 21, title: 'it was deleted', treat: (dice) => (dice.chance(0.3) ? refusal(404, 'NOT_FOUND') : 'does') },
  {
    row: 22,
    title: 'one thing is refused for good',
    treat: (_, { path }) => (path === '/api/thing:0' ? refusal(422, 'VALIDATION') : 'does'),
  },
  {
    row: 23,
    title: 'server fails, or asks for patience',
    treat: (dice) =>
      dice.chance(0.6) ? one(dice, [refusal(500, 'INTERNAL'), refusal(503, 'STORAGE_FULL'), patience]) : 'does',
  },
  {
    row: 24,
    title: 'a part of what is sent is refused',
    treat: (_, { path }) => (/photos\/\d*[13579]$|thing:1$/.test(path) ? refusal(422, 'VALIDATION') : 'does'),
  },
  {
    row: 25,
    title: 'storage hangs or loses its connection',
    storage: (dice) => (dice.chance(0.3) ? one(dice, ['connection-lost', 'unheard']) : 'works'),
  },
  {
    row: 27,
    title: 'page without its worker, closed before it has sent',
    treat: (dice) => (dice.chance(0.5) ? 'dies-before' : 'does'),
    // A closed page does not send what it has left; the next page does.
    async happens({ timers, dice, killAll }) {
      await timers.pass(dice.below(10) * SECOND_MS);
      killAll();
    },
  },
  {
    row: 29,
    title: 'server put back from an older backup',
    processes: 2,
    treat: (dice) => (dice.chance(0.2) ? one(dice, ['dies-before', 'dies-after']) : 'does'),
    async happens({ dice, timers, server }) {
      await timers.pass(SECOND_MS);
      if (dice.chance(0.5)) server.restore(dice.below(server.done.length + 1));
    },
  },
  { row: 30, title: '500 writes wait', writesATurn: 100, treat: (dice) => (dice.chance(0.9) ? 'dies-before' : 'does') },
  {
    row: 32,
    title: 'two phones of one person change the same',
    phones: 2,
    treat: (dice) => (dice.chance(0.3) ? 'dies-after' : 'does'),
  },
  {
    row: 0,
    title: 'all of them at once',
    processes: 3,
    death: (dice) => (dice.chance(0.15) ? one(dice, deaths) : null),
    session: (dice, uid) => (dice.chance(0.2) ? one<string | null>(dice, [null, 'u-other']) : uid),
    clock: (dice) => one(dice, [0, 0, YEAR_MS, -YEAR_MS]),
    storage: (dice) => (dice.chance(0.1) ? one(dice, ['full', 'connection-lost', 'unheard']) : 'works'),
    payloadVersion: (dice) => one(dice, [1, 2]),
    happens: async (scene) => (scene.dice.chance(0.5) ? raiseOutbox(scene) : switchUser(scene)),
    treat: (dice) =>
      dice.chance(0.5)
        ? 'does'
        : one<Treatment>(dice, [
            'dies-before',
            'dies-after',
            'cut',
            'captive',
            'black-hole',
            'delivered-twice',
            refusal(409, 'CHANGED_MEANWHILE'),
            refusal(404, 'NOT_FOUND'),
            refusal(500, 'INTERNAL'),
          ]),
  },
];
