import * as z from 'zod/mini';

/** Kinds of fields that forms of control share. */

/** A whole number, both ends included. */
export function whole(least: number, most: number) {
  return z.number().check(z.multipleOf(1), z.gte(least), z.lte(most));
}

export function between(least: number, most: number) {
  return z.number().check(z.gte(least), z.lte(most));
}

export const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));

/** The index of a sensor or an actuator of the farm. */
export const channelIndex = whole(1, 999_999_999_999_999);

/** Different channels, at least one. */
export function channels(most: number, problem: string) {
  return z.array(channelIndex).check(
    z.minLength(1, { error: problem }),
    z.maxLength(most),
    z.refine((list) => new Set(list).size === list.length, { error: problem }),
  );
}

/** What is wrong with fields beside each other: where, and the sentence the grower reads. */
export type Problem = readonly [path: readonly (string | number)[], message: string];

/** A check of a whole form by what single fields cannot know of each other. */
export function fitsTogether<Fields>(problemsOf: (fields: Fields) => readonly Problem[]) {
  return z.check<Fields>((payload) => {
    for (const [path, message] of problemsOf(payload.value)) {
      payload.issues.push({ code: 'custom', input: payload.value, path: [...path], message });
    }
  });
}
