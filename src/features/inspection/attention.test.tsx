import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type InspectionRow, openInspections } from '#contract/inspection/inspection.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { ClockContext, createServerClock } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { aQueryClient } from '../../../tests/support/query-harness.ts';
import { UnlessOverdue } from './attention.tsx';

const at = startOfSeoulDate('2026-11-22') + 9 * HOUR_MS;
const row: InspectionRow = {
  ...{ id: 'one', farmIndex: 3, farmName: '한라 농장', kind: 'controller', deviceIndex: null, sensorIndex: null },
  ...{ target: null, title: '제어반', state: 'received', dueOn: null, assignee: null, assigneeName: null },
  createdAt: new Date(at - DAY_MS).toISOString(),
};

function told(rows: readonly InspectionRow[]): string {
  const client = aQueryClient();
  const { queryKey } = readQuery(openInspections, { params: { id: 3 } });
  client.setQueryData(queryKey, { value: [...rows], fetchedAt: at, from: 'network' });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ClockContext value={createServerClock(() => at)}>
        <UnlessOverdue farmIndex={3}>모두 좋습니다</UnlessOverdue>
      </ClockContext>
    </QueryClientProvider>,
  );
}

it('a farm is not said to be well from the day after an inspection was due', () => {
  expect(told([])).toBe('모두 좋습니다');
  expect(told([row, { ...row, id: 'two', dueOn: '2026-11-22' }])).toBe('모두 좋습니다');
  expect(told([row, { ...row, id: 'two', dueOn: '2026-11-21' }])).toBe('');
});
