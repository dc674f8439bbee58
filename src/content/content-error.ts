/** Names the wrong file, entry and field in words an editor understands. */
export class ContentError extends Error {
  constructor(file: string, problems: readonly string[]) {
    super(`Hay un error en ${file}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ContentError';
    // A stack trace does not help an editor.
    this.stack = '';
  }
}
