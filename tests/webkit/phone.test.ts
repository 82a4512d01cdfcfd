import { expect, test } from 'vitest';
import { openWebKit } from '../support/browser/webkit.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { buildGreenhouse } from '../support/server/greenhouse.ts';
import { temporaryDir } from '../support/temporary.ts';
import { beginAtForm, housesOnServer, keptReads, untilSent, waiting, within, writeCrop } from './grower.ts';

test('WebKit starts, signs in, keeps what is written without a server, sends it once without Background Sync, and forgets at sign-out', async () => {
  const greenhouse = await buildGreenhouse();
  onCleanup(greenhouse.remove);
  const phone = await openWebKit(temporaryDir());
  onCleanup(phone.close);
  const { url } = greenhouse;

  await beginAtForm(phone, url);
  expect(await phone.run("return 'sync' in ServiceWorkerRegistration.prototype")).toBe(false);
  await phone.go(`${url}/cms/dashboard`);
  await expect.poll(() => phone.text(), within).toContain('위미 농장');
  await expect.poll(() => keptReads(phone), within).toContain('/api/sensor-value/');
  await expect.poll(() => keptReads(phone), within).toContain('/api/menu/side');
  await phone.go(`${url}/cms/farm/crop-create`);
  await expect.poll(() => keptReads(phone), within).toContain('/api/code/items/');
  const databases = 'return (await indexedDB.databases()).map(({ name }) => name).sort()';
  expect(await phone.run(databases)).toEqual(expect.arrayContaining(['onsil-device', 'onsil-read-grower']));

  await greenhouse.kill();
  await phone.go(`${url}/cms/dashboard`);
  await expect.poll(() => phone.text(), within).toMatch(/온도[\s\S]*℃/);
  await phone.go(`${url}/cms/farm/crop-create`);
  await writeCrop(phone, '계곡 1동');
  await expect.poll(() => phone.text(), within).toContain('기기에 저장');
  expect(await waiting(phone)).toEqual([
    expect.objectContaining({ state: 'queued', body: expect.stringContaining('계곡 1동') }),
  ]);

  await greenhouse.start();
  await phone.go(`${url}/cms/farm/crop-manage`);
  await untilSent(phone);
  expect(await housesOnServer(greenhouse)).toEqual(['계곡 1동']);

  await phone.press('메뉴');
  await phone.press('로그아웃');
  await expect.poll(() => phone.run('return location.pathname'), within).toBe('/login');
  await expect.poll(() => keptReads(phone), within).toBe('null');
  expect(JSON.stringify(await phone.run('return { ...localStorage }'))).not.toMatch(/위미|와흘/);
});
