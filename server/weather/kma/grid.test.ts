import { expect, it } from 'vitest';
import vectors from '../../../tests/vectors/kma_grid.json' with { type: 'json' };
import { gridCellOf } from './grid.ts';

it.each(vectors.vectors)('$name lies in cell $nx, $ny', ({ lat, lon, nx, ny }) => {
  expect(gridCellOf({ latitude: lat, longitude: lon })).toEqual({ nx, ny });
});
