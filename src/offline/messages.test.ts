import { describe, expect, it } from 'vitest';
import { emptyDeviceState } from './device-state.ts';
import { type AskHandlers, answerAsk, readReply, readWorkerEvent } from './messages.ts';

const heard: unknown[] = [];
const handlers: AskHandlers = {
  SKIP_WAITING: async () => ({}),
  HELLO: async () => ({ build: 'b1' }),
  CLAIM: async () => ({}),
  CLIENTS: async () => ({ clients: 2 }),
  async WARM(ask) {
    heard.push(ask);
    return { kept: ask.keys.length };
  },
  PREPARE: async () => ({}),
  RETIRE: async () => ({}),
  SEND: async () => ({}),
  PREPARED: async () => ({ farms: [] }),
  DEVICE_STATE: async () => ({ state: emptyDeviceState }),
};

describe('an ask', () => {
  it('is answered by what it names', async () => {
    expect(await answerAsk(handlers, { type: 'HELLO' })).toEqual({ build: 'b1' });
    expect(await answerAsk(handlers, { type: 'WARM', uid: 'A', token: 't', keys: ['/a', '/b'] })).toEqual({ kept: 2 });
    expect(heard).toEqual([{ uid: 'A', token: 't', keys: ['/a', '/b'] }]);
  });

  it.each([
    ['names nothing', undefined],
    ['is no object', 'HELLO'],
    ['names what nobody answers', { type: 'REFUEL' }],
    ['names what every object has', { type: 'toString' }],
    ['lacks what it needs', { type: 'WARM', uid: 'A', keys: [] }],
    ['names farms by words', { type: 'PREPARE', uid: 'A', token: 't', farms: ['one'] }],
  ])('that %s is not taken', (_, data) => {
    expect(answerAsk(handlers, data)).toBeNull();
  });
});

describe('a reply', () => {
  it('is taken as its ask promises', () => {
    expect(readReply('HELLO', { build: 'b1' })).toEqual({ build: 'b1' });
    expect(readReply('DEVICE_STATE', { state: emptyDeviceState })).toEqual({ state: emptyDeviceState });
  });

  it('that says what makes no sense is none', () => {
    expect(readReply('HELLO', null)).toBeNull();
    expect(readReply('WARM', { kept: 'many' })).toBeNull();
    expect(readReply('DEVICE_STATE', { state: { ...emptyDeviceState, currentUid: 5 } })).toBeNull();
  });
});

describe('an event', () => {
  it('is taken as it was told', () => {
    expect(readWorkerEvent({ type: 'updated', uid: 'A', key: '/a' })).toEqual({ type: 'updated', uid: 'A', key: '/a' });
    expect(readWorkerEvent({ type: 'reach', reason: null })).toEqual({ type: 'reach', reason: null });
  });

  it.each([
    ['is somebody else’s', { type: 'hello' }],
    ['does not say whose', { type: 'epoch' }],
    ['gives a reason nobody knows', { type: 'reach', reason: 'rain' }],
    ['is empty', null],
  ])('that %s is left alone', (_, data) => {
    expect(readWorkerEvent(data)).toBeNull();
  });
});
