import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SingleChips } from '../chips.tsx';
import { Checkbox } from './checkbox.tsx';
import { Combobox } from './combobox.tsx';
import { DateField } from './date-field.tsx';
import { NumberField } from './number-field.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextField } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';

const frame = { name: 'some.0.field', label: '이름표', help: '도움말', error: '고쳐 주세요.' };
const nothing = () => {};
const fields: [string, ReactNode][] = [
  ['text', <TextField key="" {...frame} value="" onChange={nothing} />],
  ['textarea', <TextareaField key="" {...frame} value="" onChange={nothing} />],
  ['number', <NumberField key="" {...frame} value={null} onChange={nothing} />],
  ['date', <DateField key="" {...frame} value={null} onChange={nothing} />],
  ['checkbox', <Checkbox key="" {...frame} value={false} onChange={nothing} />],
  ['switch', <Switch key="" {...frame} value={false} onChange={nothing} />],
  ['chips', <SingleChips key="" {...frame} chips={[{ value: 'a', label: '가' }]} value={null} onChange={nothing} />],
  ['select', <Select key="" {...frame} choices={[{ value: 'a', label: '가' }]} value={null} onChange={nothing} />],
  ['combobox', <Combobox key="" {...frame} choices={[{ value: 'a', label: '가' }]} value={null} onChange={nothing} />],
];

it.each(fields)('lets the error summary find a %s field and its label', (_, field) => {
  const markup = renderToStaticMarkup(field);
  expect(markup).toContain('data-field="some.0.field"');
  expect(markup).toMatch(/<span data-field-label="true">이름표<\/span>/);
  expect(markup).toContain('도움말');
  expect(markup).toContain('고쳐 주세요.');
});

it.each(fields.slice(0, 6))('ties help and error to the input of a %s field', (_, field) => {
  const markup = renderToStaticMarkup(field);
  const [, id = ''] = markup.match(/<label[^>]*for="([^"]*)"/) ?? [];
  expect(markup).toContain(`aria-describedby="${id}-help ${id}-error"`);
  expect(markup).toContain('aria-invalid="true"');
});

it('shows a number without groups, its unit, and a way to turn its sign', () => {
  const markup = renderToStaticMarkup(
    <NumberField label="보정값" value={-1234.5} onChange={nothing} unit="℃" isSigned />,
  );
  expect(markup).toContain('value="-1234.5"');
  expect(markup).toContain('℃');
  expect(markup).toContain('aria-label="보정값 부호 바꾸기"');
});

it('counts the letters once the room for them is nearly taken, and says when nothing more goes in', () => {
  const field = (value: string) =>
    renderToStaticMarkup(<TextField label="이름" value={value} onChange={nothing} maxLength={10} />);
  expect(field('일곱 글자이다')).not.toContain('자까지');
  expect(field('여덟 글자입니다')).toContain('10자까지 8자 썼습니다.');
  expect(field('모두 열 글자인 글')).toContain('10자까지 모두 썼습니다.');
});
