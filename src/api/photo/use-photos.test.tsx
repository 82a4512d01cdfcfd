import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Photo } from '#contract/photo/photo.ts';
import { PhotoField } from '#src/ui/photo/photo-field.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';
import { aQueryClient } from '../../../tests/support/app/query-harness.ts';
import { openTab } from '../../../tests/support/app/session-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { CallContext } from '../call/call.ts';
import { ConnectivityContext, createConnectivity } from '../call/connectivity.ts';
import { ClockContext, createServerClock } from '../call/server-clock.ts';
import { OutboxContext } from '../outbox/outbox-context.ts';
import { SessionContext } from '../session/session.ts';
import { usePhotos } from './use-photos.ts';
import { usePictures } from './use-pictures.ts';

const owner = { kind: 'inspection', id: '00000000-0000-4000-8000-000000000001', name: '난방기 점검' } as const;
const aPhoto = (id: string, role: Photo['role']): Photo => {
  return { id, ownerKind: owner.kind, ownerId: owner.id, role, takenAt: null, width: 4, height: 3, bytes: 1 };
};
const stored = [aPhoto('a', 'before'), aPhoto('b', 'after'), aPhoto('c', 'after')];

const connectivity = createConnectivity({
  probe: async () => 'offline',
  timers: manualTimers(),
  now: () => 0,
  isVisible: () => true,
});

const { session } = openTab({ fetch: () => Promise.reject(new Error('this test asks nobody')) });

async function drawn(Part: () => ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: Part }),
    history: createMemoryHistory(),
  });
  await router.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={aQueryClient()}>
      <CallContext value={() => Promise.reject(new Error('this test asks nobody'))}>
        <ConnectivityContext value={connectivity}>
          <ClockContext value={createServerClock(() => 0)}>
            <SessionContext value={session}>
              <OutboxContext value={async () => null}>
                <RouterProvider router={router} />
              </OutboxContext>
            </SessionContext>
          </ClockContext>
        </ConnectivityContext>
      </CallContext>
    </QueryClientProvider>,
  );
}

it('photos of a thing are opened one by one', async () => {
  const Part = () => <PhotoStrip pictures={usePictures(3, stored)} label="점검 사진" />;
  const markup = await drawn(Part);
  expect(markup).toContain('aria-label="점검 사진"');
  expect([...markup.matchAll(/사진 \d 크게 보기/g)].map(([name]) => name)).toEqual([
    '사진 1 크게 보기',
    '사진 2 크게 보기',
    '사진 3 크게 보기',
  ]);
});

it('a form has the photos of its moment, each to be taken away', async () => {
  const Part = () => (
    <PhotoField
      label="고친 뒤"
      {...usePhotos({ form: 'inspection 1', farmIndex: 3, owner, stored, role: 'after' }).field}
    />
  );
  const markup = await drawn(Part);
  expect([...markup.matchAll(/사진 \d 지우기/g)]).toHaveLength(4);
  expect(markup).not.toContain('저장 전');
});
