import { Validator } from '@seriousme/openapi-schema-validator';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#contract/endpoints.ts';
import { points } from '#contract/series/points.ts';
import type { Env } from '../kernel/access/caller.ts';
import { openapiOf } from './openapi.ts';
import { requireAllMounted } from './require-all-mounted.ts';

const operation = z.looseObject({
  operationId: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z.optional(z.looseObject({ required: z.boolean() })),
  responses: z.record(z.string(), z.unknown()),
});

const description = await openapiOf(endpoints, 'a build');
const operations = Object.entries(
  z.record(z.string(), z.record(z.string(), operation)).parse(description.paths),
).flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, path, method })));
const operationNamed = (name: string) => operations.find(({ operationId }) => operationId === name);

describe('the description of the API', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('holds every endpoint under its method and path, and no other', () => {
    const described = operations.map(({ operationId, method, path }) => [operationId, method.toUpperCase(), path]);
    const declared = Object.entries(endpoints).map(([name, { method, path }]) => [name, method, path]);
    expect(described.sort()).toEqual(declared.sort());
  });

  it('names each part of a path, and asks for it', () => {
    for (const { path, parameters } of operations) {
      const inPath = parameters.filter((one) => one.in === 'path');
      expect(
        inPath.map(({ name }) => name),
        path,
      ).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it('says of a change who may make it, what it takes and what refuses it', () => {
    expect(operationNamed('updateHeat')).toMatchObject({
      description:
        "Who may call: `farm:write`. The farm is named by `id` (params). The caller's role needs the page `/cms/control/heat-settings`.",
      security: [{ session: [] }],
      parameters: [{ name: 'id' }, { name: 'Idempotency-Key', in: 'header', required: false }],
      requestBody: { content: { 'application/json': { schema: { properties: { frostGuardC: { maximum: 10 } } } } } },
      responses: {
        200: { content: { 'application/json': { schema: { properties: { data: { type: 'object' } } } } } },
        409: {
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Error' },
                  {
                    properties: {
                      code: { enum: ['IDENTITY_MISMATCH', 'CHANGED_MEANWHILE', 'IDEMPOTENCY_IN_PROGRESS'] },
                    },
                  },
                ],
              },
            },
          },
        },
      },
    });
  });

  it('tells things that are made from things that are changed, and a stream from an answer', () => {
    const answers = (name: string) => Object.keys(operationNamed(name)?.responses ?? {}).filter((one) => one < '300');
    expect([answers('createFarm'), answers('updateFarm')]).toEqual([['201'], ['200']]);
    expect(operationNamed('live')?.responses['200']).toMatchObject({
      content: { 'text/event-stream': { schema: { properties: { farmIndex: { type: 'number' } } } } },
    });
  });

  it('describes the points of a record, which are checked by loops, as they travel', () => {
    const list = { type: 'array', items: { type: 'number' } };
    const described = { type: 'object', properties: { at: list, mean: list, min: list, max: list } };
    expect(operationNamed('record')?.responses['200']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: { data: { properties: { sensorGraph: { items: { properties: { points: described } } } } } },
          },
        },
      },
    });
    expect(Object.keys(z.encode(points, [[0, 1, 2, 3]])).sort()).toEqual(Object.keys(described.properties).sort());
  });
});

describe('what the server answers', () => {
  it('is what the contract says: nothing without a handler, no handler beside it', () => {
    const app = new Hono<Env>();
    for (const { method, path } of Object.values(endpoints)) {
      if (path !== '/api/site') app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), (c) => c.text(''));
    }
    app.get('/api/secret', (c) => c.text(''));
    expect(() => requireAllMounted(app)).toThrow(
      'the server does not answer what it says: GET /api/site has no handler, GET /api/secret stands in no contract',
    );
  });
});
