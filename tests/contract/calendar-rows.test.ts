import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { openStore } from '#server/db/open.ts';
import { findItemCalendar } from '#server/growth-calendar/queries.ts';
import { addBuiltInItems } from '#server/item-code/commands.ts';
import { MonthCard } from '#src/features/growth-calendar/month-card.tsx';
import { PeriodDetail } from '#src/features/growth-calendar/period-detail.tsx';
import { onCleanup } from '../support/on-cleanup.ts';
import { temporaryDir } from '../support/temporary.ts';

const BASES = /title="(출처 있음|보간|일반 관행)"/g;
const still = { onSelect: () => {}, onStop: () => {}, stop: null, selected: null, current: null, isChosen: false };

it('shows 144 of 144 rows with what each of their figures rests on, and leads to its sources in one press', async () => {
  const store = await openStore(path.join(temporaryDir(), 'onsil.db'));
  onCleanup(() => store.close());
  await addBuiltInItems(store);
  const shown: number[] = [];
  for (const itemCode of ['CRO001', 'CRO002', 'CRO003', 'CRO004']) {
    const { periods = [], sources = [] } = (await findItemCalendar(store, itemCode)) ?? {};
    const cards = Array.from({ length: 12 }, (_, at) => {
      const month = { month: at + 1, offset: at * 3, periods: periods.slice(at * 3, at * 3 + 3) };
      return renderToStaticMarkup(createElement(MonthCard, { ...still, ...month }));
    });
    const rows = cards.flatMap((card) => card.split('<button').slice(1));
    for (const row of rows) expect(row.match(BASES)).toHaveLength(3);
    shown.push(rows.length);
    for (const period of periods) {
      const told = renderToStaticMarkup(createElement(PeriodDetail, { period, sources, isCurrent: false }));
      const named = [...Object.values(period.sourcesByField).flat(), ...(period.noteSources ?? [])];
      expect(told.match(/<a href="https?:/g) ?? []).toHaveLength(named.length);
    }
  }
  expect(shown).toEqual([36, 36, 36, 36]);
});
