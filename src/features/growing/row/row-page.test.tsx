import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CallContext } from '#src/api/call/call.ts';
import { ConnectivityContext, createConnectivity } from '#src/api/call/connectivity.ts';
import { ClockContext, createServerClock } from '#src/api/call/server-clock.ts';
import { OutboxContext } from '#src/api/outbox/outbox-context.ts';
import { SessionContext } from '#src/api/session/session.ts';
import { openTab } from '../../../../tests/support/app/session-harness.ts';
import { manualTimers } from '../../../../tests/support/manual-timers.ts';
import { RowPage } from './row-page.tsx';

const timers = manualTimers();
const connectivity = createConnectivity({
  probe: async () => 'offline',
  timers,
  now: timers.now,
  isVisible: () => true,
});
const crop = { cropId: 'c', itemsName: '한라봉', house: '1동', variety: '', itemCode: 'CRO001' };
const crops = [{ ...crop, budBreakOn: null, isHeated: false, calendar: null }] as const;

it('begins no row before the device has told of the last one, whose place it would take', async () => {
  const { session, queryClient, call } = openTab({ fetch: () => Promise.reject(new Error('this test asks nobody')) });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <RowPage farm={{ index: 3, farmName: '한라 농장' }} crops={crops} />,
    }),
    history: createMemoryHistory(),
  });
  await router.load();
  // The first render, before anything is read.
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <CallContext value={call}>
        <ClockContext value={createServerClock(timers.now)}>
          <SessionContext value={session}>
            <ConnectivityContext value={connectivity}>
              <OutboxContext value={async () => null}>
                <RouterProvider router={router} />
              </OutboxContext>
            </ConnectivityContext>
          </SessionContext>
        </ClockContext>
      </CallContext>
    </QueryClientProvider>,
  );
  expect(markup).toContain('이어서 재기');
  expect(markup).not.toContain('재기 시작');
});
