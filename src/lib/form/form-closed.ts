import { createContext } from 'react';

/** Whether the surrounding Form takes no input yet, so that it cannot be submitted either. */
export const FormClosedContext = createContext(false);
