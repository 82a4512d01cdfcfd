import * as z from 'zod/mini';

/** A text of at most so many characters, without spaces around it. */
export const trimmedText = (most: number) => z.string().check(z.trim(), z.maxLength(most));
