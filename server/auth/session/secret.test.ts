import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config.ts';
import { loadSecret } from './secret.ts';

describe('secret', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'onsil-secret-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('is generated once, readable by its owner alone, and stays', () => {
    const secret = loadSecret(dir, {});
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(statSync(path.join(dir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['secret']);
    expect(loadSecret(dir, {})).toBe(secret);
  });

  it('differs between installations', () => {
    expect(loadSecret(path.join(dir, 'a'), {})).not.toBe(loadSecret(path.join(dir, 'b'), {}));
  });

  it('comes from the environment when set there, and leaves no file', () => {
    expect(loadSecret(dir, { AUTH_SECRET: 'sixteen or more letters' })).toBe('sixteen or more letters');
    expect(readdirSync(dir)).toEqual([]);
  });

  it('closes a file that others could read', () => {
    const secret = loadSecret(dir, {});
    chmodSync(path.join(dir, 'secret'), 0o644);
    expect(loadSecret(dir, {})).toBe(secret);
    expect(statSync(path.join(dir, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('is refused when it is too short, wherever it comes from', () => {
    expect(() => loadSecret(dir, { AUTH_SECRET: 'short' })).toThrow(ConfigError);
    writeFileSync(path.join(dir, 'secret'), '');
    expect(() => loadSecret(dir, {})).toThrow(ConfigError);
  });
});
