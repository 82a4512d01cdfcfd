import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { doneOf } from '../wire/write.ts';
import { farmDetail, weatherInfo } from './farm-manage.ts';
import { farmProblems } from './farm-text.ts';
import { stations } from './stations.ts';

/** A MAC address as consoles and the maker's site print it: pairs with colons, with dashes or joined. */
const mac = z.string().check(
  z.trim(),
  z.overwrite((text: string) => {
    const digits = text.replace(/[:\-.\s]/g, '').toUpperCase();
    return digits.match(/../g)?.join(':') ?? digits;
  }),
  z.refine((text) => /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(text), farmProblems.mac),
);

/** Keys of Ambient Weather have 64 hexadecimal digits; the common mistake is to paste only a part. */
const ambientKey = z.string().check(
  z.trim(),
  z.refine((text) => /^[0-9A-Za-z_-]{32,128}$/.test(text), farmProblems.ambientKey),
);

export const ambientKeys = z.object({ apiKey: ambientKey, applicationKey: ambientKey });
export type AmbientKeys = z.infer<typeof ambientKeys>;

/** The fields of a weather edit, as conflicts name them. */
export type WeatherField = 'publicStationId' | 'ambientMac' | 'ambientKeys';

export const awsInfo = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/aws-info',
  who: 'farm:own',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-edit',
  params: z.object({ id: indexParam }),
  body: z.object({
    /** A field that is left out stays as it is; null deletes it. */
    publicStationId: z.optional(z.nullable(z.enum(stations.map(({ id }) => id)))),
    ambientMac: z.optional(z.nullable(mac)),
    ambientKeys: z.optional(z.nullable(ambientKeys)),
    base: z.optional(weatherInfo),
  }),
  answer: doneOf(farmDetail),
  errors: ['CHANGED_MEANWHILE'],
  // API keys must not be stored on a device until it is online.
  offline: 'now-or-never',
  about: 'Sets the weather stations of a farm. Keys are stored encrypted and never returned.',
});
