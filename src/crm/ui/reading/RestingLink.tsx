import { restingStrings } from '~/shared/strings/resting';

/** To where what rests is confirmed. */
export function RestingLink() {
  return (
    <a href="/users/reposo" className="text-link">
      {restingStrings.review}
    </a>
  );
}
