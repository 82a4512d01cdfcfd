// Written into page and worker by the build (`define` of the Vite configuration), the same in both.
declare const __BUILD__: string | undefined;

/** Which build this code is from; page and worker compare theirs when they meet. */
export const buildId: string = typeof __BUILD__ === 'string' ? __BUILD__ : 'unbuilt';
