import { describe, expect, it } from 'vitest';
import { fieldFacts, fieldName, valueWords } from './field-words.tsx';

describe('valueWords', () => {
  it('says what the program calls by a name in the words of the screens', () => {
    expect(valueWords('cultivation', 'heated')).toBe('가온');
    expect(valueWords('authority', 'ROLE_USER')).toBe('농장 사용자');
    expect(valueWords('state', 'inProgress')).toBe('진행');
    expect(valueWords('type', 'SOIL_MOISTURE')).toBe('토양 수분');
    expect(valueWords('variety', 'heated')).toBe('heated');
  });

  it('says figures, instants and nothing as people do', () => {
    expect(valueWords('areaM2', 2300)).toBe('2,300');
    expect(valueWords('intervalMs', 60_000)).toBe('60');
    expect(valueWords('isRetired', false)).toBe('아니요');
    expect(valueWords('note', '')).toBe('-');
    expect(valueWords('from', '2026-11-20T20:30:00.000Z')).toContain('05:30');
  });

  it('says the points of a checklist with their answers and remarks', () => {
    const checks = { fullOpen: { answer: 'wrong', remark: '끝 10 cm 남음' }, gap: { answer: 'fine', remark: '' } };
    expect(valueWords('checks', checks)).toBe(
      '끝까지 열리고 끝까지 닫힙니다: 이상 (끝 10 cm 남음), 닫았을 때 틈이 없습니다: 이상 없음',
    );
    expect(valueWords('checks', {})).toBe('-');
  });

  it('puts what lies inside into one line', () => {
    const bands = [{ from: '04:00', to: '06:00', targetC: 11.5 }];
    expect(valueWords('bands', bands)).toBe('부터 04:00, 까지 06:00, 목표(℃) 11.5');
    expect(
      valueWords('coUsers', [
        { userId: 'family', right: 'read' },
        { userId: 'uncle', right: 'write' },
      ]),
    ).toBe('아이디 family, 권한 보기만 / 아이디 uncle, 권한 함께 관리');
    expect(valueWords('rights', { ROLE_USER: null, ROLE_ADMINISTER: 'AUTH_WRITE' })).toBe(
      '농장 사용자 숨김, 관리자 보고 고치기',
    );
  });
});

it('shows a field that has no name in the log by its own', () => {
  expect(fieldName('plantedOn')).toBe('심은 날');
  expect(fieldName('somethingNew')).toBe('somethingNew');
});

it('tells what fields contain by their names, without what is empty or means nothing to a person', () => {
  expect(fieldFacts({ id: '0b6a', farmIndex: 3, house: '1동', variety: '', treeCount: 120 })).toEqual([
    { label: '동·밭', value: '1동' },
    { label: '나무 수', value: '120' },
  ]);
});
