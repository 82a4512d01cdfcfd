import { type Drained, type DrainPorts, drain } from './drain.ts';
import { sendEntry } from './send.ts';
import { type VerifyPorts, verifySent } from './verify-sent.ts';

/**
 * Drains the outbox, for page and worker: first the writes that a restored server lacks are queued again, then
 * everything is sent.
 */
export async function verifiedDrain(ports: Omit<DrainPorts, 'send'> & VerifyPorts, isEager: boolean): Promise<Drained> {
  if (!(await verifySent(ports))) return { end: 'no-answer', nextAt: null };
  return drain({ ...ports, send: (claimed) => sendEntry(ports, claimed) }, isEager);
}
