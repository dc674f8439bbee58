/** Equal, or off by one letter (missing, extra, wrong or swapped with its neighbour), except a plural. */
export function isAlmost(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  if (Math.min(word.length, wanted.length) < 5 || `${word}s` === wanted || word === `${wanted}s`) return false;
  let same = 0;
  while (word[same] === wanted[same]) same += 1;
  const [a, b] = [word.slice(same), wanted.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
