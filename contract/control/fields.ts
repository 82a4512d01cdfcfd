import * as z from 'zod/mini';

/** Schemas of fields that several forms of control share. */

/** A whole number, both ends included. */
export function whole(least: number, most: number) {
  return z.number().check(z.multipleOf(1), z.gte(least), z.lte(most));
}

export function between(least: number, most: number) {
  return z.number().check(z.gte(least), z.lte(most));
}

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

/** A problem between fields: the path of the field, and the message for the grower. */
export type Problem = readonly [path: readonly (string | number)[], message: string];

/** A check of a whole form, for rules that involve several fields. */
export function fitsTogether<Fields>(problemsOf: (fields: Fields) => readonly Problem[]) {
  return z.check<Fields>((payload) => {
    for (const [path, message] of problemsOf(payload.value)) {
      payload.issues.push({ code: 'custom', input: payload.value, path: [...path], message });
    }
  });
}
