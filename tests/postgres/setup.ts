import { afterAll } from 'vitest';
import { noteStatements } from './asked-statements.ts';

afterAll(noteStatements());
