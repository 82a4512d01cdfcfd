import { describe, expect, it } from 'vitest';
import { createWorkQueue, QueueFull } from './work-queue.ts';

/** A queue whose work ends when the test says so. */
function aQueue() {
  const run = createWorkQueue({ atOnce: 2, places: { owner: 1, stranger: 3 } });
  const started: string[] = [];
  const finish = new Map<string, (fails?: Error) => void>();
  const ask = (name: string, line: 'owner' | 'stranger' = 'stranger') =>
    run(line, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) =>
        finish.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    });
  return { ask, started, finish: (name: string, fails?: Error) => finish.get(name)?.(fails) };
}

/** Waits until all pending promise callbacks have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a work queue', () => {
  it('runs two pieces at a time, owners before strangers, each line in its order', async () => {
    const { ask, started, finish } = aQueue();
    const all = ['a', 'b', 'c', 'd'].map((name) => ask(name));
    all.push(ask('owner', 'owner'));
    await settle();
    expect(started).toEqual(['a', 'b']);
    finish('b');
    await settle();
    expect(started).toEqual(['a', 'b', 'owner']);
    finish('a');
    finish('owner');
    await settle();
    expect(started).toEqual(['a', 'b', 'owner', 'c', 'd']);
    finish('c');
    finish('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'owner']);
  });

  it('refuses a fourth stranger who would wait, and keeps a place for an owner', async () => {
    const { ask, finish } = aQueue();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(name));
    await expect(ask('f')).rejects.toThrow(QueueFull);
    const owner = ask('owner', 'owner');
    await expect(ask('another owner', 'owner')).rejects.toThrow(QueueFull);
    for (const name of ['a', 'b', 'owner', 'c', 'd', 'e']) {
      await settle();
      finish(name);
    }
    await Promise.all([...all, owner]);
    const after = ask('g');
    await settle();
    finish('g');
    expect(await after).toBe('g');
  });

  it('goes on after work that fails', async () => {
    const { ask, started, finish } = aQueue();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ask(name));
    await settle();
    finish('a', new Error('no'));
    finish('b', new Error('no'));
    await expect(a).rejects.toThrow('no');
    await expect(b).rejects.toThrow('no');
    expect(started).toEqual(['a', 'b', 'c']);
    finish('c');
    expect(await c).toBe('c');
  });
});
