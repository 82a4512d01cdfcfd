import { type Drained, type DrainPorts, drain } from './drain.ts';
import { sendEntry } from './send.ts';
import { type VerifyPorts, verifySent } from './verify-sent.ts';

/** What page and worker do when they send: first what a restored server lacks is put back, then all that waits goes. */
export async function verifiedDrain(ports: Omit<DrainPorts, 'send'> & VerifyPorts, isEager: boolean): Promise<Drained> {
  if (!(await verifySent(ports))) return { end: 'no-answer', nextAt: null };
  return drain({ ...ports, send: (claimed) => sendEntry(ports, claimed) }, isEager);
}
