import { expect, it } from 'vitest';
import { readPushed } from './read-pushed.ts';

const ADDRESS = 'http://onsil/data/report/7-AbC_dEf-GhIj0123';
const MEASURED = 'MAC=00:00:5E:00:53:01&dateutc=2026-07-01+05%3A10%3A00&tempf=86.0';
const sent = { MAC: '00:00:5E:00:53:01', dateutc: '2026-07-01 05:10:00', tempf: '86.0' };

it.each([
  ['behind a question mark', `${ADDRESS}/?${MEASURED}`],
  ['without the slash', `${ADDRESS}?${MEASURED}`],
  ['behind both signs', `${ADDRESS}/?&${MEASURED}`],
  ['behind an ampersand alone', `${ADDRESS}/&${MEASURED}`],
  ['as part of the path', `${ADDRESS}/${MEASURED}`],
  ['escaped as a whole', `${ADDRESS}${encodeURIComponent(`&${MEASURED}`)}`],
])('hears what a console sends %s', (_, url) => {
  expect(readPushed(url)).toEqual({ farmId: 7, token: 'AbC_dEf-GhIj0123', sent });
});

it.each(['', '7-', '7-short/', 'x-AbC_dEf-GhIj0123/', '../7-AbC'])('does not take %s for an address', (path) => {
  expect(readPushed(`http://onsil/data/report/${path}?${MEASURED}`)).toBeUndefined();
});

it('hears nothing in an address with broken escapes', () => {
  expect(readPushed(`${ADDRESS}/%E0%A4%A`)?.sent).not.toHaveProperty('dateutc');
});
