import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FileActions } from './file-actions.tsx';

const drawn = (...states: ('queued' | 'editing')[]) =>
  renderToStaticMarkup(
    <FileActions entries={states.map((state) => ({ state }))} onSave={() => {}} onFile={() => {}} />,
  );

test('it is said before saving that a file lacks what is typed into an open form', () => {
  expect(drawn('queued', 'editing')).toContain('고쳐 적은 내용은 담기지');
  expect(drawn('queued')).not.toContain('담기지');
  expect(drawn()).not.toContain('파일로 내보내기');
});
