import * as z from 'zod/mini';

/** An id made by a device, so that it can refer to a new thing before the server has it. */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
