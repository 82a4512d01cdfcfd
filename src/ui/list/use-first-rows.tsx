import { type ReactNode, useState } from 'react';
import { Button } from '../button/button.tsx';

/** How many more rows each press draws. */
const MORE = 200;

/** The first rows of a list that may be very long, and a button that draws more of them; null when all are drawn. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  { first, unit }: { first: number; unit: '건' | '줄' },
): { shown: readonly Row[]; more: ReactNode } {
  const [most, setMost] = useState(first);
  const rest = rows.length - most;
  return {
    shown: rows.slice(0, most),
    more: rest > 0 && (
      <Button onClick={() => setMost(most + MORE)} className="self-start">
        {rest > MORE ? `${MORE}${unit} 더 보기` : `나머지 ${rest}${unit} 보기`}
      </Button>
    ),
  };
}
