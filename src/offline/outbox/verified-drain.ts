import { type Drained, type DrainPorts, drain } from './drain.ts';
import { sendEntry } from './send.ts';
import { type VerifyPorts, verifySent } from './verify-sent.ts';

/**
 * Drains the outbox, for page and worker: first the writes that a restored server lacks are queued again, then
 * everything is sent. A server of which only the answer to a write tells that it was restored is verified then; what it
 * refused may hang on what it lacks, and waits.
 */
export async function verifiedDrain(ports: Omit<DrainPorts, 'send'> & VerifyPorts, isEager: boolean): Promise<Drained> {
  let instance = ports.instance ?? (await ports.store.instance()) ?? null;
  for (;;) {
    if (!(await verifySent({ ...ports, instance }))) return { end: 'no-answer', nextAt: null };
    const verified = instance;
    const drained = await drain(
      {
        ...ports,
        async send(claimed) {
          const sent = await sendEntry(ports, claimed);
          if (!sent.instance || verified === null || sent.instance === verified) return sent;
          instance = sent.instance;
          return { ...sent, isRestored: true };
        },
      },
      isEager,
    );
    if (instance === verified) return drained;
  }
}
