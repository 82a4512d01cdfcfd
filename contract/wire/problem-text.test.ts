import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemsOf } from './problem-text.ts';

const sentence = (schema: z.ZodMiniType, value: unknown) => {
  const checked = schema.safeParse(value);
  return checked.success ? undefined : problemsOf(checked.error)[''];
};

it('writes limits as people read them', () => {
  expect(sentence(z.number().check(z.lte(1_000_000)), 2e6)).toBe('1,000,000 이하로 입력해 주세요.');
  expect(sentence(z.number().check(z.gt(0)), 0)).toBe('0보다 크게 입력해 주세요.');
  expect(sentence(z.number().check(z.multipleOf(1)), 12.5)).toBe('소수점 없이 정수로 입력해 주세요.');
});

it('lets a schema say it itself, whatever it refuses', () => {
  const error = '영문으로 적어 주세요.';
  expect(sentence(z.string().check(z.regex(/^[a-z]+$/, { error })), '1')).toBe(error);
  expect(sentence(z.number().check(z.lte(5, { error })), 6)).toBe(error);
  expect(sentence(z.string().check(z.minLength(1), z.regex(/^[a-z]+$/, { error })), '')).toBe('입력해 주세요.');
});
