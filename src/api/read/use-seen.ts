import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type Dated, neverRead } from '#src/lib/data-age.ts';
import { NoAnswerError } from '../call/errors.ts';
import { useClock } from '../call/server-clock.ts';

/**
 * What a page has seen of what it reads: later writes are missing in it. That is the response; without an answer and a
 * copy nothing, so that everything that was sent is missing; until the first answer what was there when the page was
 * opened. Undefined if the server refused.
 */
export function useSeen({ data, error }: Pick<UseQueryResult<Dated>, 'data' | 'error'>): Dated | undefined {
  const { now } = useClock();
  const [openedAt] = useState(() => ({ fetchedAt: now() }));
  const [isAlone, setIsAlone] = useState(false);
  const isUnanswered = error instanceof NoAnswerError;
  // Asking again clears the error; what is shown stays meanwhile.
  if (isUnanswered && !isAlone) setIsAlone(true);
  if (data) return data;
  if (error && !isUnanswered) return undefined;
  return isAlone ? neverRead : openedAt;
}
