import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { errorCodesOf } from '#contract/wire/endpoint-errors.ts';
import { IDEMPOTENCY_KEY } from '#contract/wire/write.ts';
import type { SignedIn } from '../support/server/server.ts';
import type { Input } from './examples.ts';

const isName = (name: string): name is EndpointName => name in endpoints;

/** Every endpoint of the contract by its name. */
export const named: readonly [EndpointName, Endpoint][] = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  isName(name) ? [[name, endpoint]] : [],
);

/** Endpoints with one answer for a signed-in user; a stream does not end. */
export const answering = named.filter(([name, { who }]) => who !== 'device' && who !== 'anyone' && name !== 'live');

/**
 * Calls an endpoint with the given input as a person. A write gets a new idempotency key unless `key` is given; null
 * means none.
 */
export async function ask(
  person: SignedIn,
  name: EndpointName,
  input: Input,
  key: string | null = randomUUID(),
): Promise<Response> {
  const { method } = endpoints[name];
  const headers: Record<string, string> = method === 'GET' || key === null ? {} : { [IDEMPOTENCY_KEY]: key };
  // A picture has its own content type.
  const isPicture = input.body instanceof Blob;
  if (method !== 'GET' && input.body !== undefined && !isPicture) headers['content-type'] = 'application/json';
  const body = input.body instanceof Blob ? input.body : input.body === undefined ? null : JSON.stringify(input.body);
  const answer = await person.call(urlOf(endpoints[name], input.params, input.query), { method, headers, body });
  if (answer.status >= 400) {
    const { code } = await answer.clone().json();
    expect(errorCodesOf(endpoints[name]), `${name} declares what it refuses with`).toContain(code);
  }
  return answer;
}

/** The content of an answer, parsed by its endpoint's schema. */
export async function contentOf(answer: Response): Promise<unknown> {
  const isPicture = answer.headers.get('content-type')?.startsWith('image/');
  return isPicture ? answer.blob() : answer.json();
}
