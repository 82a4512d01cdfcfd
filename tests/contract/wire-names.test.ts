import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#contract/endpoints.ts';
import { instant, instantText } from '#contract/wire/instant.ts';

type Field = { name: string; schema: z.core.$ZodType };

/** Booleans with another form of name, each for a reason. */
const namedOtherwise: readonly string[] = [
  // The usual name in health checks.
  'ok',
  // An obligation, not a state.
  'mustChangePassword',
  // Rules are stored with this name.
  'notify',
  // Settings, audit entries and drafts are stored with this name.
  'enabled',
];

/** The schema within optional and nullable wrappers. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof z.core.$ZodType ? inner(def.innerType) : schema;
}

/** All fields below a schema, with their paths. */
function fieldsOf(schema: z.core.$ZodType): Field[] {
  const bare = inner(schema);
  if (bare instanceof z.core.$ZodObject) {
    return Object.entries(bare._zod.def.shape).flatMap(([name, each]) => [{ name, schema: each }, ...fieldsOf(each)]);
  }
  if (bare instanceof z.core.$ZodArray) return fieldsOf(bare._zod.def.element);
  if (bare instanceof z.core.$ZodRecord) return fieldsOf(bare._zod.def.valueType);
  if (bare instanceof z.core.$ZodUnion) return bare._zod.def.options.flatMap(fieldsOf);
  if (bare instanceof z.core.$ZodTuple) return bare._zod.def.items.flatMap(fieldsOf);
  if (bare instanceof z.core.$ZodPipe) return fieldsOf(bare._zod.def.in);
  return [];
}

const isBoolean = (schema: z.core.$ZodType) => {
  const bare = inner(schema);
  const isSaid = bare instanceof z.core.$ZodLiteral && bare._zod.def.values.every((one) => typeof one === 'boolean');
  return bare instanceof z.core.$ZodBoolean || isSaid;
};
/** A column of time differences in tiles is a list, not an instant. */
const isInstant = (schema: z.core.$ZodType) =>
  [instant, instantText].some((one) => one === inner(schema)) || inner(schema) instanceof z.core.$ZodArray;

/** Fields with a wrong name, by path. */
function misnamed(schema: z.core.$ZodType): string[] {
  return fieldsOf(schema).flatMap(({ name, schema: each }) => {
    const isPlain = !isBoolean(each) || /^(is|has|can)[A-Z]/.test(name) || namedOtherwise.includes(name);
    return isPlain && (!/^at$|[a-z]At$/.test(name) || isInstant(each)) ? [] : [name];
  });
}

it('yes and no begin with is, has or can, and at and what ends with At are ISO instants, all over the wire', () => {
  for (const [name, { params, query, body, answer }] of Object.entries(endpoints))
    expect([params, query, body, answer].flatMap(misnamed), name).toEqual([]);
});

it('is noticed wherever a field stands', () => {
  const bad = z.object({ flagged: z.optional(z.boolean()), readAt: z.nullable(z.number()), at: z.string() });
  const names = ['flagged', 'readAt', 'at'];
  for (const hidden of [bad, z.array(bad), z.record(z.string(), bad), z.union([z.string(), bad]), z.nullable(bad)])
    expect(misnamed(z.object({ data: hidden }))).toEqual(names);
  expect(misnamed(z.object({ done: z.optional(z.literal(true)) }))).toEqual(['done']);
  expect(misnamed(z.object({ isFlagged: z.boolean(), readAt: z.nullable(instant), seenAt: instantText }))).toEqual([]);
});

it('an instant is text on the wire and a number for whoever counts', () => {
  expect(z.encode(instant, Date.UTC(2026, 10, 22, 5, 20))).toBe('2026-11-22T05:20:00.000Z');
  expect(z.decode(instant, '2026-11-22T14:20:00+09:00')).toBe(Date.UTC(2026, 10, 22, 5, 20));
  for (const wrong of ['2026-11-22', '2026-02-30T00:00:00Z', '2026-11-22T05:20:00', ''])
    expect(instantText.safeParse(wrong).success, wrong).toBe(false);
});
