import { expect, test } from 'vitest';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import { type DeviceStatePorts, readDeviceState } from './read-device-state.ts';

const state = { ...emptyDeviceState, currentUid: 'A', sessionEpoch: 3 };

function ports(more: Partial<DeviceStatePorts> = {}) {
  const done: string[] = [];
  const all: DeviceStatePorts = {
    askWorker: async () => state,
    databaseNames: async () => ['onsil-device'],
    readDatabase: async () => {
      done.push('opened');
      return state;
    },
    ...more,
  };
  return { done, all };
}

test('asks the worker first, which has the database open', async () => {
  const { done, all } = ports();
  expect(await readDeviceState(all)).toEqual(state);
  expect(done).toEqual([]);
});

test('looks itself when the worker is missing, dies, hangs or says what makes no sense', async () => {
  const { done, all } = ports({ askWorker: async () => null });
  expect(await readDeviceState(all)).toEqual(state);
  expect(done).toEqual(['opened']);
});

test('does not open a database to learn that there is none', async () => {
  const { done, all } = ports({ askWorker: async () => null, databaseNames: async () => ['something else'] });
  expect(await readDeviceState(all)).toEqual(emptyDeviceState);
  expect(done).toEqual([]);
});

test('looks into the database where the browser does not name them', async () => {
  const { done, all } = ports({ askWorker: async () => null, databaseNames: async () => null });
  await readDeviceState(all);
  expect(done).toEqual(['opened']);
});

test('knows nothing when the storage does not answer', async () => {
  const { all } = ports({ askWorker: async () => null, readDatabase: async () => Promise.reject(new Error('hung')) });
  expect(await readDeviceState(all)).toBeNull();
});
