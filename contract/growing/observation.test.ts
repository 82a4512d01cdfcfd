import { describe, expect, it } from 'vitest';
import { problemsOf } from '../wire/problem-text.ts';
import { observationAt } from './observation.ts';

const NOW = Date.UTC(2026, 10, 22);
const figures = { shootCm: null, fruitMm: null, brix: null, acidityPct: null, leafSpad: null, leafColour: null };
const fields = {
  ...figures,
  farmIndex: 1,
  cropId: '3f2a4c0e-5d1b-4d8e-9a53-0c1f5f0e7a11',
  house: '1동',
  tree: '12',
  season: '',
  observedAt: new Date(NOW).toISOString(),
  pests: [],
  otherPest: '',
  note: '',
  confirmed: [],
};

function problemFields(given: object): string[] {
  const read = observationAt(() => NOW).safeParse({ ...fields, ...given });
  return read.success ? [] : Object.keys(problemsOf(read.error)).sort();
}

describe('what a form says of an observation', () => {
  it('is nothing where one figure was taken', () => {
    expect(problemFields({ brix: 11.5 })).toEqual([]);
  });

  it('is all said in one round: what is no figure, an unusual one, a time to come, pests that contradict', () => {
    const given = { shootCm: Number.NaN, fruitMm: 151, observedAt: '2030-01-01T00:00:00Z', pests: ['none', 'aphid'] };
    expect(problemFields(given)).toEqual(['fruitMm', 'observedAt', 'pests', 'shootCm']);
  });

  it('names what cannot be read, whatever was sent', () => {
    expect(problemFields({ pests: 'aphid' })).toEqual(['pests']);
    expect(observationAt(() => NOW).safeParse(null).success).toBe(false);
  });
});
