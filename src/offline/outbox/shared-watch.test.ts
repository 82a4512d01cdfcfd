import { expect, test } from 'vitest';
import { createSharedWatch } from './shared-watch.ts';

function aSource() {
  const running: string[] = [];
  let tell = (_found: number) => {};
  const begin = (name: string) => (listener: (found: number) => void) => {
    running.push(name);
    tell = listener;
    return () => running.splice(running.indexOf(name), 1);
  };
  return { running, begin, tell: (found: number) => tell(found) };
}

test('who asks the same shares one subscription, from the first listener to the last', () => {
  const { running, begin, tell } = aSource();
  const share = createSharedWatch<number>();
  const told: string[] = [];
  const listener = (name: string) => (found: number) => told.push(`${name} ${found}`);
  const stopFirst = share('crops', listener('first'), begin('crops'));
  tell(1);
  // Who comes later is told at once what was found last.
  const stopSecond = share('crops', listener('second'), begin('crops again'));
  tell(2);
  expect(running).toEqual(['crops']);
  expect(told).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
  stopFirst();
  stopFirst();
  tell(3);
  expect(told.slice(4)).toEqual(['second 3']);
  stopSecond();
  expect(running).toEqual([]);
  share('crops', listener('third'), begin('crops anew'));
  expect(running).toEqual(['crops anew']);
  expect(told.slice(5)).toEqual([]);
});

test('who asks something else has another subscription', () => {
  const { running, begin } = aSource();
  const share = createSharedWatch<number>();
  share('crops', () => {}, begin('crops'));
  share('farms', () => {}, begin('farms'));
  expect(running).toEqual(['crops', 'farms']);
});
