import * as z from 'zod/mini';
import { type FailureKind, kindOfStatus, type ProviderFailure } from '../provider/failure.ts';
import { parseJson } from '../provider/parse-json.ts';

/** An answer of the service: its items, or the failure. */
type Reply = { items: unknown[]; totalCount: number } | { failure: ProviderFailure };

/** Result codes by their meaning; names as in the service's guide. */
const kinds: Record<string, FailureKind> = {
  '01': 'retry',
  '02': 'retry',
  '03': 'no-data',
  '04': 'retry',
  '05': 'retry',
  '10': 'bad-request',
  '11': 'bad-request',
  '12': 'config',
  '20': 'auth',
  '21': 'auth',
  '22': 'quota',
  '30': 'auth',
  '31': 'auth',
  '32': 'auth',
  '33': 'auth',
  '99': 'retry',
};

/** Plain sentences of the newer gateway, which come with various statuses. */
const sentences: readonly (readonly [sentence: string, kind: FailureKind])[] = [
  ['API token quota exceeded', 'quota'],
  ['API rate limit exceeded', 'rate'],
  ['API not found', 'config'],
  ['Unauthorized', 'auth'],
  ['Forbidden', 'auth'],
];

/** The result code of an answer with data. */
const GOOD = '00';

/** Characters of an unknown body that are read. The message is cut further only after keys were removed. */
const MAX_READ = 2_000;

const json = z.object({
  response: z.object({
    header: z.object({ resultCode: z.union([z.string(), z.number()]), resultMsg: z.nullish(z.string()) }),
    body: z.nullish(
      z.object({
        // An array, a single object, an empty text, or nothing when there is no item.
        items: z.nullish(z.union([z.object({ item: z.unknown() }), z.string(), z.object({})])),
        totalCount: z.nullish(z.union([z.number(), z.string()])),
      }),
    ),
  }),
});

/** The error format of the API hub. */
const hubJson = z.object({ result: z.object({ status: z.number(), message: z.string() }) });

/** Reads an answer by its content and not by its headers, because three generations of gateways answer here. */
export function readReply(status: number, text: string): Reply {
  const body = text.trim();
  if (body.startsWith('{')) return readJson(status, body);
  if (body.startsWith('<') && tagIn(body, 'resultCode') !== undefined) return readXml(body);
  return { failure: readFailure(status, body) };
}

/** The failure that a body without data reports. */
export function readFailure(status: number, body: string): ProviderFailure {
  if (body.includes('OpenAPI_ServiceResponse')) {
    const code = tagIn(body, 'returnReasonCode');
    return failureOf(code, tagIn(body, 'returnAuthMsg') ?? tagIn(body, 'errMsg') ?? 'no reason given');
  }
  const hub = body.startsWith('{') ? z.safeParse(hubJson, parseJson(body)) : undefined;
  if (hub?.success) {
    const { status, message } = hub.data.result;
    return { kind: kindOfStatus(status), code: String(status), message };
  }
  const known = sentences.find(([sentence]) => body.startsWith(sentence));
  if (known) return { kind: known[1], code: null, message: known[0] };
  return { kind: kindOfStatus(status), code: null, message: describe(status, body) };
}

function readJson(status: number, body: string): Reply {
  const read = z.safeParse(json, parseJson(body));
  if (!read.success) return { failure: readFailure(status, body) };
  const { header, body: data } = read.data.response;
  const code = String(header.resultCode).padStart(2, '0');
  if (code !== GOOD) return { failure: failureOf(code, header.resultMsg ?? 'no reason given') };
  if (!data) return { failure: failureOf('03', 'no body') };
  const { item }: { item?: unknown } = Object(data.items);
  const items = Array.isArray(item) ? item : item === undefined || item === null ? [] : [item];
  return { items, totalCount: items.length === 0 ? 0 : Number(data.totalCount ?? items.length) };
}

/** The same answer as XML, the default format of the service and the only one of some gateways. */
function readXml(body: string): Reply {
  const code = tagIn(body, 'resultCode');
  if (code !== GOOD) return { failure: failureOf(code, tagIn(body, 'resultMsg') ?? 'no reason given') };
  const items = [...body.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) =>
    Object.fromEntries([...item.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, text]) => [name, text])),
  );
  return { items, totalCount: Number(tagIn(body, 'totalCount') ?? items.length) };
}

function failureOf(code: string | undefined, message: string): ProviderFailure {
  return { kind: kinds[code ?? ''] ?? 'retry', code: code ?? null, message };
}

function tagIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim();
}

function describe(status: number, body: string): string {
  if (body === '') return `HTTP ${status}, empty body`;
  // Does not quote the beginning, which says that all is well.
  if (body.startsWith('{') && parseJson(body) === undefined) return `HTTP ${status}, the answer breaks off`;
  return `HTTP ${status}: ${body
    .slice(0, MAX_READ)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}`;
}
