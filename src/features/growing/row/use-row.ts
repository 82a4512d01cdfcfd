import { useEffect, useEffectEvent, useState } from 'react';
import { rowMessages } from '#contract/growing/growing-text.ts';
import { createObservation, deleteObservation, type ObservationFields } from '#contract/growing/observation.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { whileSending } from '#src/api/outbox/sending-context.ts';
import { useDraft } from '#src/api/write/draft.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import { newObservation, newObservationForm } from '../new-observation.ts';
import {
  advanced,
  type DoneTree,
  isRow,
  observedTree,
  type Row,
  relisted,
  steppedBack,
  withState,
} from './row-state.ts';

type UseRow = {
  /** False until the device has returned the stored row: a row that is started earlier replaces it. */
  isReady: boolean;
  row: Row;
  change: (next: (row: Row) => Row) => void;
  /** Saves the current tree and moves on; its result appears in the list of measured trees. */
  goOn: () => void;
  /** Takes back the last tree. */
  undo: () => void;
  /** Sends the trees that failed again. */
  sendAgain: () => void;
  /** Ends the row and deletes its stored state. */
  finish: () => void;
};

/** A row of trees that is being measured; stored on this device at every step and resumed after a restart. */
export function useRow(farmIndex: number, begin: () => Row): UseRow {
  const { attempt } = useSave(createObservation);
  const { attempt: remove } = useSave(deleteObservation);
  const { now } = useClock();
  const { isRead, found, keep, keepNow, forget } = useDraft(`growing row ${farmIndex}`, isRow);
  const [row, setRow] = useState(begin);
  const [isTaken, setIsTaken] = useState(false);
  if (found && !isTaken) {
    setIsTaken(true);
    setRow(found.values);
  }

  function change(next: (row: Row) => Row) {
    setIsTaken(true);
    setRow(next);
  }
  useEffect(() => {
    if (isTaken) keep(row);
  }, [row, isTaken, keep]);

  /** `name` is the idempotency key, repeated while the result is unknown. */
  async function send({ id, fields }: Pick<DoneTree, 'id' | 'fields'>, name: string) {
    const sending = { origin: originOf(farmIndex, { ...fields, id }), beside: undefined };
    const outcome = await whileSending(sending, () => attempt({ body: { ...fields, id } }, name));
    const failure = 'trouble' in outcome ? troubleText(outcome.trouble) : undefined;
    const state = failure !== undefined ? 'failed' : 'answer' in outcome ? 'saved' : 'kept';
    change((was) => withState(was, id, state, failure));
  }
  function sendAll(trees: readonly DoneTree[], nameOf: (tree: DoneTree) => string) {
    for (const tree of trees) {
      change((was) => withState(was, tree.id, 'sending'));
      void send(tree, nameOf(tree));
    }
  }
  // The tab was closed before the responses arrived, perhaps before the writes were queued: send them again.
  const takeUp = useEffectEvent((kept: Row) =>
    sendAll(
      kept.done.filter(({ state }) => state === 'sending'),
      ({ id }) => id,
    ),
  );
  useEffect(() => {
    if (found) takeUp(found.values);
  }, [found]);

  return {
    isReady: isRead,
    row,
    change,
    goOn() {
      const { id } = row;
      const fields = observedTree(row, farmIndex, now());
      const nextId = crypto.randomUUID();
      change((was) => advanced(was, fields, nextId));
      // Store the row before sending the tree: a resumed row then never asks for a tree that was saved.
      void keepNow(advanced(row, fields, nextId)).then(() => send({ id, fields }, id));
    },
    undo() {
      const last = row.done.at(-1);
      const freshId = crypto.randomUUID();
      change((was) => steppedBack(was, freshId));
      void keepNow(steppedBack(row, freshId)).then(async () => {
        if (!last || last.state === 'failed') return;
        const outcome = await remove({ params: { id: last.id } });
        if (!('trouble' in outcome)) return;
        change((was) => relisted(was, last));
        showToast(rowMessages.notTakenBack(last.tree, troubleText(outcome.trouble)), 'failed');
      });
    },
    // A refused write needs a new key: the server would repeat its refusal.
    sendAgain: () =>
      sendAll(
        row.done.filter(({ state }) => state === 'failed'),
        () => crypto.randomUUID(),
      ),
    finish: forget,
  };
}

/** The form of one tree, where a queued tree of a row is edited. */
function originOf(farmIndex: number, values: ObservationFields & { id: string }): EntryOrigin {
  const base = { ...newObservation(values, farmIndex, parseInstant(values.observedAt)), id: values.id };
  return { ...newObservationForm(farmIndex), values, base };
}
