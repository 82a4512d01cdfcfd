import { describe, expect, it } from 'vitest';
import { passwordProblem, passwordStrength } from './password.ts';
import { passwordProblems } from './user-text.ts';

const person = { login: 'hallabong', name: '김농부' };

describe('a new password', () => {
  it.each([
    ['짧다', passwordProblems.short],
    ['my hallabong farm', passwordProblems.personal],
    ['김농부의 하우스 비번', passwordProblems.personal],
    ['aaaaaaaaaaaa', passwordProblems.plain],
    ['qwertyuiop', passwordProblems.plain],
    ['1234567890', passwordProblems.plain],
    ['x'.repeat(201), passwordProblems.long],
  ])('%s is refused', (password, problem) => {
    expect(passwordProblem(password, person)).toBe(problem);
  });

  it('needs no digits, capitals or signs', () => {
    expect(passwordProblem('비가 오면 창을 닫는다', person)).toBeUndefined();
    expect(passwordProblem('rain closes the vents', person)).toBeUndefined();
  });

  it('is stronger when it is longer', () => {
    expect(passwordStrength('qwertyuiop')).toBe('weak');
    expect(passwordStrength('rainvents7')).toBe('fair');
    expect(passwordStrength('rain closes the vents')).toBe('strong');
  });
});
