import * as z from 'zod/mini';
import { points } from '#contract/series/points.ts';
import { AUTH_BASE_PATH } from '#contract/user/auth.ts';
import { type Endpoint, EVERYBODY, type FarmRef, type Schema } from '#contract/wire/endpoint.ts';
import { errorCodesOf } from '#contract/wire/endpoint-errors.ts';
import { type ErrorBody, type ErrorCode, errors } from '#contract/wire/errors.ts';
import { REQUEST_ID } from '#contract/wire/headers.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import { pictureTypes } from '#contract/wire/picture.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '#contract/wire/write.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';

type JsonSchema = Record<string, unknown>;

const figures = z.array(z.number());
const pointLists = z.object({
  at: figures,
  mean: figures,
  min: z.optional(figures),
  max: z.optional(figures),
}) satisfies z.ZodMiniType<z.input<typeof points>>;

/** A picture, described by its media type alone. */
const bytes: JsonSchema = {};

const errorBody = z.object({
  code: z.string(),
  status: z.number(),
  message: z.string(),
  requestId: z.string(),
  field: z.optional(z.string()),
  details: z.optional(z.unknown()),
}) satisfies z.ZodMiniType<Omit<ErrorBody, 'code'> & { code: string }>;

/**
 * The contract as OpenAPI 3.1, generated from the endpoints that the server mounts. Takes a third as long as the rest of
 * a server's start, so it is made when somebody asks, and lets other requests come between.
 */
export async function openapiOf(
  endpoints: Readonly<Record<string, Endpoint>>,
  build: string,
): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, endpoint) };
    await yieldToOthers();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'onsil',
      version: build,
      description: `Farms, devices, readings and settings of a smart greenhouse. The sign-in routes below ${AUTH_BASE_PATH} follow next-auth v4: see docs/api.md.`,
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody) },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `\`jwtToken\` of \`GET ${AUTH_BASE_PATH}/session\`.`,
        },
        device: { type: 'http', scheme: 'bearer', description: 'The key of a device.' },
      },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): Record<string, unknown> {
  const { method, who, params, query, body, takes, about } = endpoint;
  const takesPicture = takes === 'image/*';
  const takesBody = method !== 'GET' && (takesPicture || Object.keys(propertiesOf(schemaOf(body))).length > 0);
  return {
    operationId: name,
    summary: about,
    description: authorityOf(endpoint),
    // The noun: the path segment after /api/, and after admin/ or manage/.
    tags: [endpoint.path.split('/').find((part) => !/^(|api|admin|manage)$/.test(part)) ?? name],
    security: who === 'anyone' ? [] : [who === 'device' ? { device: [] } : { session: [] }],
    parameters: [...parametersIn('path', params), ...parametersIn('query', query), ...headersOf(endpoint)],
    ...(takesBody && {
      requestBody: {
        // A body without required fields may be left out.
        required: takesPicture || requiredOf(schemaOf(body)).length > 0,
        content: takesPicture
          ? Object.fromEntries(pictureTypes.map((type) => [type, { schema: bytes }]))
          : { 'application/json': { schema: schemaOf(body) } },
      },
    }),
    responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
  };
}

/** Who may call, as a sentence. */
function authorityOf({ who, farm, page }: Endpoint): string {
  const refs: readonly FarmRef[] = farm === 'none' ? [] : [farm].flat();
  const farms = refs.map(({ from, name, via, orStation, orEverybody }) => {
    const ways = [from, via && `by its ${via}`, orStation && 'or a weather station of that farm'];
    const everybody = orEverybody && `or ${EVERYBODY} for things of all farms`;
    return `\`${name}\` (${[...ways, everybody].filter(Boolean).join(', ')})`;
  });
  const pages = page === undefined || page === 'any' ? [] : [page].flat().map((one) => `\`${one}\``);
  return [
    `Who may call: \`${who}\`.`,
    farms.length > 0 ? `The farm is named by ${farms.join(' and ')}.` : '',
    pages.length > 0 ? `The caller's role needs the page ${pages.join(' or ')}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function parametersIn(place: 'path' | 'query', schema: Schema): unknown[] {
  const described = schemaOf(schema);
  const required = requiredOf(described);
  return Object.entries(propertiesOf(described)).map(([name, own]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: own,
  }));
}

function headersOf({ method, who, offline }: Endpoint): unknown[] {
  const header = (name: string, description: string, schema: JsonSchema) => [
    { name, in: 'header', required: false, description, schema },
  ];
  if (method !== 'GET' && who !== 'device')
    return header(
      IDEMPOTENCY_KEY,
      'Identifies this write. The server executes a repeat with the same key and body only once.',
      {
        type: 'string',
        pattern: '^[\\x21-\\x7e]{1,100}$',
      },
    );
  return offlinePolicies[offline].keeping?.hasEtag
    ? header('If-None-Match', 'The ETag of an answer that the caller has stored.', { type: 'string' })
    : [];
}

function successOf({ answer, media, method, status, who, offline }: Endpoint): Record<string, unknown> {
  const schema = media === 'image/webp' ? bytes : schemaOf(answer);
  const isRepeatable = method !== 'GET' && who !== 'device';
  const hasEtag = offlinePolicies[offline].keeping?.hasEtag;
  const headers = {
    [REQUEST_ID]: { schema: { type: 'string', format: 'uuid' } },
    ...(isRepeatable && { [IDEMPOTENCY_REPLAYED]: { schema: { const: 'true' } } }),
    ...(hasEtag && { ETag: { schema: { type: 'string' } } }),
  };
  return {
    [String(status)]: {
      description:
        media === 'text/event-stream' ? 'A stream of events; the data of each event has this schema.' : 'Done.',
      headers,
      content: { [media]: { schema } },
    },
    ...(hasEtag && { 304: { description: 'Nothing has changed.' } }),
  };
}

/** The refusals of an endpoint by status, each with its possible codes and their messages. */
function refusalsOf(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(endpoint)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusal = (codes: readonly ErrorCode[]) => ({
    description: codes.map((code) => `${code}: ${errors[code].message}`).join('\n'),
    ...(codes.some((code) => errors[code].retry === 'later') && {
      headers: {
        'Retry-After': { description: 'Seconds to wait, if known.', schema: { type: 'integer' } },
      },
    }),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
      },
    },
  });
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), refusal(codes)]));
}

/** The JSON Schema (2020-12, as OpenAPI 3.1 requires) of a value on the wire. */
function schemaOf(schema: Schema): JsonSchema {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // This schema is validated by code that Zod cannot describe, so its description is added here.
      if (zodSchema === points) Object.assign(jsonSchema, schemaOf(pointLists));
    },
  });
  return described;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return Object(schema.properties);
}

function requiredOf({ required }: JsonSchema): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}
