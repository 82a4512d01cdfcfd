import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallContext } from './call/call.ts';
import { ConnectivityContext } from './call/connectivity.ts';
import { ClockContext } from './call/server-clock.ts';
import type { Client } from './client.ts';
import { OutboxContext } from './outbox/outbox-context.ts';
import { SessionContext } from './session/session.ts';

/** Provides the parts of the client that components use by hooks. */
export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return (
    <QueryClientProvider client={client.queryClient}>
      <ConnectivityContext value={client.connectivity}>
        <ClockContext value={client.clock}>
          <SessionContext value={client.session}>
            <CallContext value={client.call}>
              <OutboxContext value={client.outbox}>{children}</OutboxContext>
            </CallContext>
          </SessionContext>
        </ClockContext>
      </ConnectivityContext>
    </QueryClientProvider>
  );
}
