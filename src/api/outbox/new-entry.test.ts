import { expect, it } from 'vitest';
import { createPost, seePost, updateComment } from '#contract/board/board.ts';
import { calibrateSensor, createSensor } from '#contract/device/sensor.ts';
import { createObservation, deleteObservation, updateObservation } from '#contract/growing/observation.ts';
import { stepInspection } from '#contract/inspection/inspection.ts';
import { uploadPhoto } from '#contract/photo/photo.ts';
import { goesThroughOutbox, isQuietWrite, newEntryOf, type WriteInput } from './new-entry.ts';

const clocks = { createdAt: 0, deviceClock: 0, serverOffset: 0 };
const id = '0b6a3a52-9d3e-4c7e-8f10-0d6f4c1f7a01';

/** The text that the list of unsent writes shows for a write. */
function saidOf(endpoint: Parameters<typeof goesThroughOutbox>[0], input: WriteInput, about?: string) {
  if (!goesThroughOutbox(endpoint, input)) throw new Error('it may wait');
  const { wish } = newEntryOf(endpoint, { input, about }, clocks, null);
  return `${wish.noun}: ${wish.summary}`;
}

it('says of each write what a person knows it by', () => {
  const measured = { farmIndex: 1, cropId: id, house: '1동', tree: '12', fruitMm: 52.5, brix: 0 };
  const seen = { observedAt: '2026-11-22T01:00:00Z', note: '응애가 보임' };
  expect(saidOf(createObservation, { body: { ...measured, ...seen, confirmed: ['brix'] } })).toBe(
    '생육 조사: 1동 · 나무 12 · 열매 지름 52.5 mm · 당도 0 °Bx · 응애가 보임',
  );
  const edit = { body: { tree: '북쪽 줄', shootCm: null }, params: { id } };
  expect(saidOf(updateObservation, edit)).toBe('생육 조사: 북쪽 줄');
  expect(saidOf(deleteObservation, { params: { id } })).toBe('생육 조사: ');
  const step = { params: { id }, body: { state: 'onHold', reason: '부품을 기다림' } };
  expect(saidOf(stepInspection, step, '난방기 소음')).toBe('점검 단계: 난방기 소음 · 보류 · 부품을 기다림');
  expect(saidOf(createPost, { params: { farmIndex: 1 }, body: { kind: 'post', title: '봉지', text: '주세요' } })).toBe(
    '글: 봉지',
  );
  const comment = { params: { farmIndex: 1, id }, body: { text: '종이로' } };
  expect(saidOf(updateComment, comment, '봉지')).toBe('댓글: 봉지 · 종이로');
  const calibrated = { params: { id: 3 }, body: { sinceOn: '2026-11-01', correction: -0.5 } };
  expect(saidOf(calibrateSensor, calibrated, '1동 지온')).toBe('센서 보정: 1동 지온 · 2026-11-01부터 · 더하는 값 -0.5');
  const bytes = new Blob(['…'], { type: 'image/webp' });
  const of = { ownerKind: 'inspection', ownerId: id };
  expect(saidOf(uploadPhoto, { params: { farmIndex: 1, id }, query: of, body: bytes }, '난방기 소음')).toBe(
    '사진: 난방기 소음 · 점검',
  );
});

it('leaves out of the outbox what sets up equipment, and takes the same of a sensor', () => {
  const sensor = { deviceIndex: 1, code: 'c', name: '이름', areaName: '1동', intervalMs: 60_000 };
  expect(goesThroughOutbox(createSensor, { body: { ...sensor, type: 'TEMPERATURE' } })).toBe(true);
  expect(goesThroughOutbox(createSensor, { body: { ...sensor, type: 'HEATER' } })).toBe(false);
});

it('waits without a word where the app writes by itself, as when a post was read', () => {
  const seen = { params: { farmIndex: 1, id }, body: { seenAt: '2026-11-22T01:00:00Z' } };
  expect(isQuietWrite(seePost, seen)).toBe(true);
  expect(isQuietWrite(updateComment, { params: { farmIndex: 1, id }, body: { text: '종이로' } })).toBe(false);
  expect(
    isQuietWrite(createPost, { params: { farmIndex: 1 }, body: { kind: 'post', title: '봉지', text: '예' } }),
  ).toBe(false);
});
