import type * as z from 'zod/mini';

/** The schema of a family's form, to which a farm adds what fits it. */
export type FormSchema<Fields> = z.ZodMiniType<Fields>;
