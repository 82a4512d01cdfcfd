import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { aServer } from '../support/server/server.ts';
import { temporaryDir } from '../support/temporary.ts';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../docs', file), 'utf8');
const operation = read('operation.md');

/** Every variable that the server reads. */
function settingsRead(): string[] {
  const seen = new Set(['AUTH_SECRET']);
  // Variables that are read only when these are set.
  const given: Record<string, string> = { MQTT_URL: 'mqtt://localhost', BACKUP_DIR: '/elsewhere' };
  readConfig(
    new Proxy(given, {
      get(env, name) {
        seen.add(String(name));
        return Reflect.get(env, name);
      },
    }),
  );
  return [...seen];
}

describe('docs/operation.md', () => {
  it('names every setting, and none that is not read', () => {
    const table = /## Settings([\s\S]*?)\n## /.exec(operation)?.[1] ?? '';
    const named = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z\d_]+)`/g)].map(([, name]) => name));
    const read = settingsRead();
    expect(read.length).toBeGreaterThan(25);
    expect(named.sort()).toEqual(read.sort());
  });

  it.each(['operation.md', 'monitoring/prometheus-rules.yml', 'monitoring/grafana-dashboard.json'])(
    '%s names only figures that the server has',
    async (file) => {
      const { url } = await aServer({ env: { BACKUP_DIR: temporaryDir(), BACKUP_AT: '00:00' } });
      const told = await (await fetch(`${url}/api/metrics`)).text();
      const there = new Set([...told.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
      const named = new Set(
        [...read(file).matchAll(/\b(?:onsil|nodejs|process)_[a-z\d_]*[a-z\d]\b/g)].map(([name]) =>
          name.replace(/_(bucket|sum|count)$/, ''),
        ),
      );
      expect(named.size).toBeGreaterThan(9);
      expect([...named].filter((name) => !there.has(name))).toEqual([]);
    },
  );

  it('the dashboard and the rules watch everything of ours', async () => {
    const { url } = await aServer({ env: { BACKUP_DIR: temporaryDir(), BACKUP_AT: '00:00' } });
    const told = await (await fetch(`${url}/api/metrics`)).text();
    const ours = [...told.matchAll(/^# TYPE (onsil_\w+) /gm)].map(([, name]) => name ?? '');
    const dashboard = read('monitoring/grafana-dashboard.json');
    expect(ours.filter((name) => !dashboard.includes(name))).toEqual([]);
    expect(ours.filter((name) => !operation.includes(name))).toEqual([]);
    // No two panels are at the same position.
    const { panels }: { panels: { gridPos: { x: number; y: number } }[] } = JSON.parse(dashboard);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  });
});
