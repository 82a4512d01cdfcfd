import * as z from 'zod/mini';

/** The name that a device gives to what it makes, so that it can speak of it before the server has heard of it. */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
