import { ask, type ProviderResult, type ServiceDeps } from '../provider/ask.ts';
import type { ProviderName } from '../provider/state.ts';
import { readReply } from './reply.ts';

type PortalCall = {
  provider: ProviderName;
  /** The service and its operation, relative to the portal's address. */
  path: string;
  query: Record<string, string>;
  /** Page number, counted from 1, with `rows` rows per page. */
  page: number;
  rows: number;
};
type Answered = { items: unknown[]; totalCount: number; text: string };

/** Asks the portal of the meteorological services for items; `text` is the raw answer. */
export function askPortal(
  deps: ServiceDeps,
  { provider, path, query, page, rows }: PortalCall,
): Promise<ProviderResult<Answered>> {
  const { key, baseUrl } = deps;
  const url = new URL(`${baseUrl}/1360000/${path}`);
  const every = { serviceKey: key, pageNo: String(page), numOfRows: String(rows), dataType: 'JSON' };
  for (const [name, value] of Object.entries({ ...every, ...query })) url.searchParams.set(name, value);
  return ask(deps, {
    provider,
    key,
    url,
    read: ({ status, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      const reply = readReply(status, text);
      if ('failure' in reply) return reply;
      // The gateway answers some missing issues with an empty list.
      if (reply.items.length === 0 && page === 1) {
        return { failure: { kind: 'no-data', code: null, message: 'no items' } };
      }
      return { value: { ...reply, text } };
    },
  });
}
