import { expect, it } from 'vitest';
import { hasUnsaved } from '../call/unsaved.ts';
import { createPhotoChoice } from './photo-choice.ts';

const aFile = (name: string) => new File([name], name, { lastModified: 5 });

it('makes photos small one after the other, and whoever sends waits for the last', async () => {
  let atOnce = 0;
  let most = 0;
  const choice = createPhotoChoice(async (file) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Promise.resolve();
    atOnce -= 1;
    return file;
  });
  choice.add([aFile('a'), aFile('b')], 3);
  choice.add([aFile('c'), aFile('d')], 1);
  expect(choice.get()).toMatchObject({ preparing: 3, problem: 'too-many' });
  await choice.ready();
  expect(most).toBe(1);
  expect(choice.get()).toMatchObject({ preparing: 0, chosen: [{ takenAt: 5 }, { takenAt: 5 }, { takenAt: 5 }] });
});

it('says of a file that it is no picture, and takes the others', async () => {
  const choice = createPhotoChoice(async (file) => {
    if (file.name === 'text') throw new Error('no picture');
    return file;
  });
  choice.add([aFile('text'), aFile('a')], 20);
  await choice.ready();
  expect(choice.get()).toMatchObject({ preparing: 0, problem: 'unreadable' });
  expect(choice.get().chosen).toHaveLength(1);
});

it('forgets what left the form, and what was to be taken away with it', async () => {
  const choice = createPhotoChoice(async (file) => file);
  choice.add([aFile('a'), aFile('b')], 20);
  await choice.ready();
  const [first, second] = choice.get().chosen.map(({ id }) => id);
  choice.toggle('stored');
  choice.leave([first ?? '', 'stored']);
  expect(choice.get().chosen.map(({ id }) => id)).toEqual([second]);
  expect(choice.get().removed.size).toBe(0);
  // A photo that was sent is then among the stored ones.
  expect([...choice.get().gone]).toEqual(['stored']);
});

it('counts as unsaved what is being made small: the page is not replaced by an update meanwhile', async () => {
  const choice = createPhotoChoice(async (file) => file);
  choice.add([aFile('a')], 20);
  expect(hasUnsaved()).toBe(true);
  await choice.ready();
  expect(hasUnsaved()).toBe(false);
});
