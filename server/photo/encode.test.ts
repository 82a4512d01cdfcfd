import { expect, it } from 'vitest';
import { aPhonePhoto } from '../../tests/support/examples/pictures.ts';
import { encodePhoto } from './encode.ts';

it('one photo is made at a time and 16 wait; whoever comes later is told when to come back', async () => {
  const bytes = await aPhonePhoto({ width: 40, height: 20 });
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => encodePhoto(bytes)));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(asked.length - refused.length).toBe(16);
  for (const one of refused) expect(one).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterS: 5 });
  await expect(encodePhoto(bytes)).resolves.toMatchObject({ width: 20, height: 40 });
});
