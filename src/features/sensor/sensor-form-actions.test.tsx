import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { SensorFormActions } from './sensor-form-actions.tsx';

/** What the form of such a sensor ends with, with or without a connection. */
async function endOf(types: readonly (ChannelTypeName | null)[], isOffline: boolean): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <SensorFormActions isBusy={false} origin={undefined} isOffline={isOffline} types={types} />,
    }),
    history: createMemoryHistory(),
  });
  await router.load();
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const refusal = '연결되어 있을 때만 등록하고 바꿀 수';

it('saves a sensor without a connection, and equipment only with one', async () => {
  expect(await endOf(['TEMPERATURE'], true)).not.toContain(refusal);
  expect(await endOf([null], true)).not.toContain(refusal);
  expect(await endOf(['HEATER'], false)).not.toContain(refusal);
  const refused = await endOf(['HEATER'], true);
  expect(refused).toContain(refusal);
  expect(refused).toContain('disabled');
});

it('counts what is to become equipment, and what was some', async () => {
  expect(await endOf(['TEMPERATURE', 'HEATER'], true)).toContain(refusal);
  expect(await endOf(['HEATER', 'TEMPERATURE'], true)).toContain(refusal);
});
