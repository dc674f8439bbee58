/** Says which file, which entry and which field are wrong, in words an editor understands. */
export class ContentError extends Error {
  constructor(file: string, problems: readonly string[]) {
    super(`Hay un error en ${file}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ContentError';
    // Where in this program it was noticed helps nobody who edits texts.
    this.stack = '';
  }
}
