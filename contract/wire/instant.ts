import * as z from 'zod/mini';
import { parseInstant } from '../time/parse-instant.ts';

const isInstant = (text: string) => !Number.isNaN(parseInstant(text));

/** An ISO 8601 instant with its offset, such as 2026-11-22T05:20:00.000Z, left as text. */
export const instantText = z.string().check(z.refine(isInstant));

/** The same on the wire, but parsed to epoch ms. */
export const instant = z.codec(instantText, z.number(), {
  decode: parseInstant,
  encode: (at) => new Date(at).toISOString(),
});
