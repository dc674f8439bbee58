const WIDTH = 30;

/**
 * A progress bar on the terminal's error stream, redrawn in place; nothing where that is no terminal. Returns how to
 * say which share (0 to 1) is done; 1 ends the line.
 */
export function showProgress(label: string): (share: number) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  let shown = -1;
  return (share) => {
    const percent = Math.floor(Math.min(Math.max(share, 0), 1) * 100);
    if (percent === shown) return;
    shown = percent;
    const full = Math.round((percent / 100) * WIDTH);
    stderr.write(`\r${label} [${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent} %`);
    if (percent === 100) stderr.write('\n');
  };
}
