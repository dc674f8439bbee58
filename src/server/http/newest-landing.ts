import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const LOOK_EVERY_MS = 1000;
/** A hash of all that a build was made of but the editors' words. Written by process/launch.mjs. */
const PROGRAM = '.program';

/**
 * Returns a function that tells the folder of the newest landing: the running build's own, or that of a later build of the
 * same program, which differs only in what editors write. Another program's pages count from the next start, because they
 * may ask for what this one does not know.
 */
export function watchLanding(ownFolder: string): () => string {
  const ownBuild = dirname(ownFolder);
  // Builds lie in a folder beside the link to the current one; an image has neither.
  const link = join(ownBuild, '..', '..', 'dist');
  let newest = ownFolder;
  let seen = ownBuild;
  let lookAgainAt = 0;
  return () => {
    if (performance.now() < lookAgainAt) return newest;
    lookAgainAt = performance.now() + LOOK_EVERY_MS;
    try {
      const build = realpathSync(link);
      if (build === seen) return newest;
      seen = build;
      // Named by when they were made. The demonstration runs one of its own, beside a link that may be older.
      if (basename(build) <= basename(ownBuild)) newest = ownFolder;
      else if (readProgram(build) === readProgram(ownBuild)) newest = join(build, 'client');
    } catch {
      // There is no link, or no such file in a build of an earlier version.
    }
    return newest;
  };
}

const readProgram = (build: string) => readFileSync(join(build, PROGRAM), 'utf8');
