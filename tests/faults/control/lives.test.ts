import { expect, it } from 'vitest';
import { runLives } from './main.ts';

/** 300 days, half of them of farms with any rules; more of them by `npm run test:faults -- --lives 20000`. */
const LIVES = 150;
const FIRST_SEED = 1;

it(`${LIVES} farms live through two days in which everything goes wrong, and break no property`, async () => {
  expect(await runLives(LIVES, FIRST_SEED)).toBe(0);
});
