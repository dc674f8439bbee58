const WIDTH = 30;

/**
 * Draws a progress bar on standard error, if that is a terminal. The returned function takes the finished share (0 to
 * 1); 1 ends the line.
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
