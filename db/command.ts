/** One of the operator's commands. `run` throws CommandError for what the operator can put right. */
export type Command = {
  summary: string;
  usage: string;
  run: (args: string[]) => void | Promise<void>;
};

/** What went wrong, as a sentence for the operator; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
