import { afterAll, afterEach, beforeEach } from 'vitest';
import { clearFile } from './on-cleanup.ts';

// Unexpected messages on the console indicate a fault, so they fail the test.
const real = { error: console.error, warn: console.warn };
let said: unknown[][] = [];

beforeEach(() => {
  said = [];
  console.error = (...words) => void said.push(words);
  console.warn = (...words) => void said.push(words);
});

afterEach(() => {
  Object.assign(console, real);
  if (said.length > 0) throw new Error(`unexpected console output: ${said.map((words) => words.join(' ')).join('\n')}`);
});

afterAll(clearFile);
