import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('the calls left of a weather service are those of today, also before it was asked today', async () => {
  let now = Date.parse('2026-11-22T23:59:00+09:00');
  const { registry, noteWeatherCalls } = createMetrics(() => now);
  noteWeatherCalls('kma-hub', { used: 12_345, budget: 20_000, at: now });
  expect(await registry.metrics()).toContain('onsil_weather_calls_left{service="kma-hub"} 7655');
  now += 120_000;
  expect(await registry.metrics()).toContain('onsil_weather_calls_left{service="kma-hub"} 20000');
});
