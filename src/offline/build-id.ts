// Set by the build (`define` of the Vite configuration), with the same value in page and worker.
declare const __BUILD__: string | undefined;

/** The build of this code; page and worker compare theirs. */
export const buildId: string = typeof __BUILD__ === 'string' ? __BUILD__ : 'unbuilt';
