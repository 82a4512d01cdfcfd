import { AMBIENT_KEY } from '../support/services/providers.ts';
import type { Example } from './examples.ts';

const RANGE = { begin: '2026-11-20', end: '2026-11-21' };

const keys = { apiKey: AMBIENT_KEY, applicationKey: 'a'.repeat(64) };

const ofFarm: Example = {
  input: ({ farmId }) => ({ params: { id: farmId } }),

  bad: [{ params: { id: 'x' }, field: 'id' }],
};

const overRange: Example = {
  input: ({ farmId }) => ({ params: { id: farmId }, query: RANGE }),

  bad: [
    { query: { begin: 'x', end: RANGE.end }, field: 'begin' },
    { query: { begin: RANGE.begin }, field: 'end' },
  ],
};

const onDay: Example = {
  input: ({ farmId }) => ({ params: { id: farmId }, query: { date: '2026-11-21' } }),

  bad: [
    { query: { date: '2026-13-01' }, field: 'date' },
    { query: {}, field: 'date' },
  ],
};

/** Examples of weather. */
export const weatherExamples = {
  publicWeather: {
    input: ({ farmId }) => ({ params: { farmIndex: farmId } }),

    bad: [{ params: { farmIndex: 'x' }, field: 'farmIndex' }],
  },
  weatherStations: ofFarm,
  outlook: {
    input: ({ farmId }) => ({ params: { farmIndex: farmId } }),

    bad: [{ params: { farmIndex: 'x' }, field: 'farmIndex' }],
  },
  publicLastValue: ofFarm,
  publicRecord: overRange,
  ambientLastValue: ofFarm,
  ambientRecord: overRange,
  pushAddress: ofFarm,
  issuePushAddress: ofFarm,
  revokePushAddress: ofFarm,
  forecastRecord: onDay,
  simpleWeather: onDay,
  ambientDevices: {
    input: ({ farmId }) => ({ params: { id: farmId }, body: keys }),

    bad: [
      { body: { apiKey: 'short' }, field: 'apiKey' },
      { body: { applicationKey: null }, field: 'applicationKey' },
    ],
  },
  weatherServices: { input: () => ({}), as: 'administrator' },
} satisfies Record<string, Example>;
