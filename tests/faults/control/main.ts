import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from '../../support/built-program.ts';

/** Simulates lives from a seed on in a process of its own, and returns its exit code: 1 when a property broke. */
export async function runLives(lives: number, first: number): Promise<number> {
  const program = await builtProgram('tests/faults/control/lives.ts');
  const lived = spawn(process.execPath, [program, String(lives), String(first)], { stdio: 'inherit' });
  const [code] = await once(lived, 'close');
  return code ?? 1;
}
