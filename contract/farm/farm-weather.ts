import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { doneOf } from '../wire/write.ts';
import { farmDetail, weatherInfo } from './farm-manage.ts';
import { farmProblems } from './farm-text.ts';
import { stations } from './stations.ts';

/** A network address as consoles and the maker's site print it, with colons, dashes or nothing between the pairs. */
const mac = z.string().check(
  z.trim(),
  z.overwrite((text: string) => {
    const digits = text.replace(/[:\-.\s]/g, '').toUpperCase();
    return digits.match(/../g)?.join(':') ?? digits;
  }),
  z.refine((text) => /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(text), farmProblems.mac),
);

/** Keys of Ambient Weather have 64 hexadecimal digits today; a half-pasted one is the common mistake. */
const ambientKey = z.string().check(
  z.trim(),
  z.refine((text) => /^[0-9A-Za-z_-]{32,128}$/.test(text), farmProblems.ambientKey),
);

export const ambientKeys = z.object({ apiKey: ambientKey, applicationKey: ambientKey });
export type AmbientKeys = z.infer<typeof ambientKeys>;

/** What a weather edit can touch, as conflicts name it. */
export type WeatherField = 'publicStationId' | 'ambientMac' | 'ambientKeys';

export const awsInfo = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/aws-info',
  who: 'farm:own',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-edit',
  params: z.object({ id: indexParam }),
  body: z.object({
    /** What is left out stays as it is; null forgets it. */
    publicStationId: z.optional(z.nullable(z.enum(stations.map(({ id }) => id)))),
    ambientMac: z.optional(z.nullable(mac)),
    ambientKeys: z.optional(z.nullable(ambientKeys)),
    base: z.optional(weatherInfo),
  }),
  answer: doneOf(farmDetail),
  errors: ['CHANGED_MEANWHILE'],
  // Keys must not lie on a device until there is a network.
  offline: 'now-or-never',
  about: 'Sets which weather stations a farm goes by; keys go in and never come out.',
});
