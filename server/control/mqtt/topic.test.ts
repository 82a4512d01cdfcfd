import { describe, expect, it } from 'vitest';
import { readTopic } from './topic.ts';

describe('a topic', () => {
  it('is of a controller, or it is none', () => {
    expect(readTopic('farm/7/gw1/availability')).toEqual({ kind: 'availability', farmId: 7, device: 'gw1' });
    expect(readTopic('farm/7/gw1/control/ack')).toEqual({ kind: 'control-ack', farmId: 7, device: 'gw1' });
    expect(readTopic('farm/7/gw1/v1/state')).toEqual({ kind: 'state', farmId: 7, device: 'gw1', code: 'v1' });
    for (const topic of ['farm/07/gw1/v1/ack', 'farm/7/gw1/v1/set', 'farm/7/gw1/a/b/ack', 'other/7/gw1/v1/ack']) {
      expect(readTopic(topic)).toBeUndefined();
    }
  });
});
