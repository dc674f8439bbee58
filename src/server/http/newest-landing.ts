import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const LOOK_EVERY_MS = 1000;
/** A hash of a build's sources except the editors' words. Written by process/launch.mjs. */
const PROGRAM = '.program';

/**
 * Returns a function for the newest landing's folder: the running build's own, or that of a later build of the same
 * program, which differs only in what editors write. Another program's pages wait for the next start, as they may ask
 * for what this one does not know.
 */
export function watchLanding(ownFolder: string): () => string {
  const ownBuild = dirname(ownFolder);
  // Builds live in a folder beside the link to the current one; an image has neither.
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
      // Builds are named by time. The demo runs its own, beside a link that may be older.
      if (basename(build) <= basename(ownBuild)) newest = ownFolder;
      else if (readProgram(build) === readProgram(ownBuild)) newest = join(build, 'client');
    } catch {
      // No link, or a build from a version without this file.
    }
    return newest;
  };
}

const readProgram = (build: string) => readFileSync(join(build, PROGRAM), 'utf8');
