import { expect, it } from 'vitest';
import { consoleMessage, consoleSettings } from './console-message.tsx';

const at = (href: string) => {
  const { hostname, port, protocol } = new URL(href);
  return consoleSettings({ hostname, port, protocol }, '/data/report/7-AbC_dEf-GhIj0123/');
};
const portOf = (href: string) => at(href).find(({ label }) => label === '포트')?.value;

it('tells the port that the address leaves out', () => {
  expect(portOf('http://farm.example:8080/')).toBe('8080');
  expect(portOf('http://farm.example/')).toBe('80');
  expect(portOf('https://farm.example/')).toBe('443');
});

it('puts all that a console asks for into one message', () => {
  const message = consoleMessage('위미 농장', at('http://farm.example:8080/'));
  for (const part of ['위미 농장', 'farm.example', '8080', '/data/report/7-AbC_dEf-GhIj0123/?', '60초']) {
    expect(message).toContain(part);
  }
});
