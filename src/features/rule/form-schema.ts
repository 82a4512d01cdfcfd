import type * as z from 'zod/mini';

/** The schema of a family's form; checks against the farm's channels are added to it. */
export type FormSchema<Fields> = z.ZodMiniType<Fields>;
