import { expect, it } from 'vitest';
import vectors from '../../../tests/vectors/ambient_weather.json' with { type: 'json' };
import { readDevices } from './reply.ts';

const read = (status: number, body: string) => readDevices({ status, bytes: Buffer.from(body), retryAfterMs: null });

it('are the stations of an account', () => {
  expect(read(200, JSON.stringify(vectors.devices))).toMatchObject({
    value: [{ macAddress: '00:00:5E:00:53:01', info: { name: '하우스1 기상대' }, lastData: { tempf: 86 } }],
  });
});

it('are read although one of them is odd or has never sent anything', () => {
  const odd = [{ macAddress: 7 }, { macAddress: '00:00:5E:00:53:02', info: null, lastData: null }];
  expect(read(200, JSON.stringify([...odd, ...vectors.devices]))).toMatchObject({
    value: [{ macAddress: '00:00:5E:00:53:02' }, { macAddress: '00:00:5E:00:53:01' }],
  });
});

it('are read although the description of one is odd', () => {
  const [station] = vectors.devices;
  for (const info of ['a greenhouse', { name: 7 }, []]) {
    expect(read(200, JSON.stringify([{ ...station, info }]))).toMatchObject({ value: [{ lastData: { tempf: 86 } }] });
  }
});

it.each(vectors.errors)('$status $body is $klass', ({ status, body, klass }) => {
  const answer = read(status, body);
  if (klass === 'no_devices') expect(answer).toEqual({ value: [] });
  else expect(answer).toMatchObject({ failure: { kind: klass } });
});
